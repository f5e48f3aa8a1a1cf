function first() {
  return 1;
}

function broken(x) {
  return x;
}

function last() {
  return 3;
}
