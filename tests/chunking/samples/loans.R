library(R6)

MAX <- 2

# fake <- function() 1
renew <- function(loan, days = 7) {
  allowed <- function(limit) {
    loan$renewals < limit
  }
  log <- \(text) message(text)
  if (allowed(MAX)) log("renewed")
}

fine = function(days) days * 10

print.loan <- function(x, ...) {
  cat("a loan\n")
}

`%+%` <- function(left, right) left

"odd name" <- function() NULL

total <<- function() 0

registry$open <- function(desk) desk

Desk <- R6Class("Desk",
  public = list(
    name = NULL,
    initialize = function(name) {
      self$name <- name
    },
    open = function() {
      sapply(1:2, function(i) i)
    }
  ),
  private = list(
    secret = function() 1
  )
)

setClass("Loan", representation(due = "numeric"))

setGeneric("label", function(object) standardGeneric("label"))

setMethod("label", "Loan", function(object) {
  "loan"
})

if (interactive()) {
  debug_loans <- function() NULL
}

sapply(1:3, function(i) i)
