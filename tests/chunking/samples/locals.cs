class A {
  void M() {
    int Plain(int x) { return x; }
    static async Task<bool> Async(int days) { return true; }
    (int, int) Pair() => (1, 2);
    Dictionary<string, List<(int, int)>> Generic<T>(T x) where T : class => null;
    int[] Array() => null;
    int?[,] Odd() => null;
    Outer<int>.Inner<string> Nested() => null;
    [Obsolete] int Attributed() => 1;
    { int OnOneLine() => 1; }
    global::System.Int32 Global() => 1;
    ref readonly int Ref() => ref x;
    unsafe int* Pointer() => null;
    int /* why */ Commented() => 1;
    (
      int a,
      int b
    ) Tall() => (1, 2);
    Dictionary<
      string,
      int
    > Wide() => null;
    string
    Broken() => "";
    größe Über() => null;
    @class @event() => null;
    if (x) return; void Behind() { }
    switch (x) { case 1: int InCase() => 1; break; }
    delegate*<int> Fun() => null;
    int
    // note
    Noted() => 1;
    var q = from x in y select Foo(x);
  }
  void Each() { foreach (var x in y) { bool Inner() => true; } }
  void None() { if (a) { Foo(new Bar(1)); return Baz(2); } }
}
