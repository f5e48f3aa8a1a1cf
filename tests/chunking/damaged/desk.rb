class Desk
  def open
    a
  end

  def broken(
    x =
  end

  def close
    b
  end
end
