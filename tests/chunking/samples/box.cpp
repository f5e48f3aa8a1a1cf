#include <cstddef>

namespace ns {

int counter = 0;

namespace in::ner {

template <typename T>
class Box : public Base {
 public:
  Box();
  explicit Box(int v) : v_(v) {}
  ~Box() = default;
  Box(const Box&) = delete;

  T& operator[](int i) { return v_; }
  operator bool() const;
  operator const T*() { return &v_; }
  int operator()(int x) const { return x; }

  template <class U>
  U get() const {
    return U();
  }

  struct Inner {
    void f() {}
  };

  friend bool operator==(const Box& a, const Box& b) { return true; }
  enum class Kind { kOne };
  virtual void pure() = 0;
  int (*callback)(int);

 private:
  union { int v_; };
};

template <>
class Box<int> {
  void only() {}
};

}  // namespace in::ner

namespace {
int hidden() { return 1; }
}  // namespace

class Forward;

}  // namespace ns

inline namespace v1 {
const int& peek(const ns::Box& b) {
  return b.v;
}
}

template <class T>
T& ns::Box<T>::operator+=(const T& x) {
  return x;
}

void ns::Box<int>::set() const noexcept {
  auto each = [](int x) {
    struct Local {
      void run() {}
    };
  };
}

ns::Box::~Box() {}

A::operator bool() const { return true; }

int (*chooser(int a))(double) { return nullptr; }

auto trailing() -> int { return 1; }

extern "C" {
void c_one() {}
int c_two(int);
}

extern "C" void c_three() {}

typedef struct {
  int a;
} Plain;

typedef struct Tag {
  int a;
} Named;

struct Point {
  int x;
} origin, *corner;

bool ns_equal(const A& a, const A& b);

bool operator==(const A& a, const A& b) { return true; }

bool operator  !=(const A& a, const A& b) { return false; }

void* operator new[](std::size_t n) { return nullptr; }

int operator""_km(long double x) { return 1; }

TEST_F(BoxTest, Adds) {
  EXPECT(1);
}

TEST_CASE("a box: opens", "[box]")
{
  CHECK(1);
}

REGISTER(box);

template <class T>
concept Sized = true;

[[nodiscard]] int attributed() { return 1; }

int main(int argc, char** argv) try {
} catch (...) {
}
