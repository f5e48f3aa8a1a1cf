open() {
  a
}

broken() {
  if true; then
}

close() {
  b
}
