module Library

using Dates
export renew

const MAX = 2

abstract type Lendable end

"""
What is lent.
"""
struct Loan{T} <: Lendable
    item::T
    renewals::Int

    function Loan{T}(item) where {T}
        new(item, 0)
    end
    Loan(item) = new{typeof(item)}(item, 0)
end

mutable struct Desk
    open::Bool
end

"Renews a loan."
function renew(loan::Loan, days::Int)
    allowed(limit) = loan.renewals < limit
    twice = x -> 2x
    function log(text)
        println(text)
    end
    allowed(MAX) && log("renewed")
    map(1:2) do i
        i
    end
end

renew(loan::Loan) = renew(loan, 7)

Base.show(io::IO, loan::Loan) = print(io, loan.item)

function Base.length(desk::Desk)::Int
    1
end

(desk::Desk)(loan) = loan

function (desk::Desk)(loan, days)
    days
end

+(left::Loan, right::Loan) = left

macro lend(item)
    quote
        $item
    end
end

@inline function fine(days)
    days * 10
end

label = function (loan)
    loan.item
end

end

main(args) = Library.renew(args)

for name in (:a, :b)
    @eval $name() = 1
end
