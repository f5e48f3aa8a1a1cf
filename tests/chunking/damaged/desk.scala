class Desk {
  def open() = {
    a()
  }

  def broken( = {
    val x =
  }

  def close() = {
    b()
  }
}
