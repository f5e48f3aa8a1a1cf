resource "a" "open" {
  x = 1
}

resource "broken" {
  x =
}

resource "c" "close" {
  x = 1
}
