package library.loans

import java.time.LocalDate

/** What is lent. def fake = 1 */
trait Lendable {
  type Shelf
  def title: String
  def label: String = s"[$title]"
}

@deprecated("class", "1.0")
case class Loan[T <: Lendable](item: T, due: LocalDate)(implicit clock: Clock) extends Ordered[Loan[T]] {
  require(due != null)

  def this(item: T) = this(item, LocalDate.now())

  val renewals: Int = 0

  val fine = (days: Int) => {
    days * 10
  }

  lazy val describe: PartialFunction[Int, String] = {
    case 1 => "one"
    case _ => "many"
  }

  private var listener = new Runnable {
    override def run(): Unit = println("run")
  }

  def renew(days: Int): Loan[T] = {
    def allowed(limit: Int): Boolean = renewals < limit
    val log = new Runnable {
      def run() = println("renewed")
    }
    val twice = (n: Int) => n * 2
    if (allowed(2)) copy(due = due.plusDays(twice(days))) else this
  }

  def renew(): Loan[T] = renew(7)

  def compare(other: Loan[T]): Int = due.compareTo(other.due)

  def +(days: Int): Loan[T] = renew(days)

  def unary_! : Boolean = false

  object Receipt {
    def number = 1
  }
}

object Loan {
  def of[T <: Lendable](item: T) = new Loan(item)

  implicit class Rich(val days: Int) extends AnyVal {
    def weeks: Int = days / 7
  }

  implicit def toDays(loan: Loan[_]): Int = 1
}

package object helpers {
  def shout(text: String) = text.toUpperCase
}

object Desk extends App {
  println("open")
}
