open <- function() {
  a()
}

broken <- function( {
  x <-
}

close <- function() {
  b()
}
