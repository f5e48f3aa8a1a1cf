region = "eu"
tags = {
  a = 1
}
