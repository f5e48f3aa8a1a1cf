import python

/** A loan. */
class Loan extends Class {
  Loan() { this.getName() = "Loan" }

  int renewals() { result = 2 }

  override string toString() { result = "loan" }
}

module Desk {
  predicate open(Loan loan) { loan.renewals() > 0 }

  class Clerk extends Function {
    Clerk() { this.getName() = "clerk" }
  }
}

predicate late(Loan loan) { loan.renewals() = 2 }

string label(Loan loan) { result = loan.toString() }

from Loan loan
where late(loan)
select loan
