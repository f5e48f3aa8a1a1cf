package library

enum Status(val open: Boolean):
  case Out extends Status(true)
  case Back extends Status(false)

  def describe: String = toString

given loanOrdering: Ordering[Loan] with
  def compare(a: Loan, b: Loan): Int = a.due compare b.due

given Ordering[Status] = Ordering.by(_.ordinal)

extension (text: String)
  def shout: String = text.toUpperCase

  def quiet: String =
    text.toLowerCase

extension [T](items: List[T])
  def second: T = items(1)

class Desk:
  private val queue = List(1)

  def open(): Unit =
    def lights(on: Boolean) = on
    lights(true)
end Desk

@main def run(args: String*): Unit =
  println(args)

inline def twice(n: Int): Int = n * 2

opaque type Fee = Int
