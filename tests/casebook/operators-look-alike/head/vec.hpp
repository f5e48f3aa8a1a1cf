#pragma once

struct Vec {
  int x;
  bool operator==(const Vec& o) const { return x == o.x; }
  bool operator<(const Vec& o) const { return x < o.x; }
  Vec operator-() const { return Vec{-x}; }
  Vec operator-(const Vec& o) const { return Vec{x - o.x}; }
};
