! function fake()
module loans_mod
  implicit none
  integer, parameter :: max_renewals = 2

  type, extends(item) :: loan
    integer :: renewals
  contains
    procedure :: renew
  end type loan

  interface label
    module procedure label_loan
  end interface

contains

  function fine(days) result(total)
    integer, intent(in) :: days
    integer :: total
    total = days * ten()
  contains
    integer function ten()
      ten = 10
    end function ten
  end function fine

  subroutine renew(self, days)
    class(loan) :: self
    integer :: days
    if (days > 0) then
      self%renewals = self%renewals + 1
    end if
  end subroutine renew

  pure function label_loan(self) result(text)
    class(loan), intent(in) :: self
    character(4) :: text
    text = "loan"
  end function

end module loans_mod

program main
  use loans_mod
  print *, fine(3)
end program main

SUBROUTINE Bare(X)
  REAL X
END SUBROUTINE
