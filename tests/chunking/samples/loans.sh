#!/usr/bin/env bash
set -euo pipefail

MAX=2

# Renews a loan.
renew() {
  local id=$1
  inner() { echo "inner $id"; }
  inner
}

function fine {
  echo $((3 * 10))
}

function close_desk() (
  cd /tmp
  echo "closed"
)

library::open() { echo open; }

print-label () if [ -n "$1" ]; then echo "$1"; fi

if [ "${DEBUG:-}" ]; then
  debug() { echo "$@" >&2; }
fi

cat <<'TEXT'
fake() {
  echo not a function
}
TEXT

übersicht() {
  echo "ü"
}

trap 'renew 1' EXIT
main "$@"
