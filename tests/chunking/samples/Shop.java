package org.shop.front;

import java.util.List;

/** A shop; the comment is not part of it. */
@Service(name = "shop")
public class Shop<T extends Item> extends Base {
  private final List<T> items = List.of();

  private final Comparator<T> byPrice = new Comparator<T>() {
    @Override
    public int compare(T one, T other) {
      return one.price() - other.price();
    }
  };

  static {
    register("shop");
  }

  public Shop(int size) {
    super(size);
  }

  @Override
  @Deprecated
  public <Q> Q open(Q key) {
    class Door {
      void swing() {}
    }
    executor.run(new Runnable() {
      public void run() {
        ring(new Bell("a;b", ")"), () -> { stop(); });
      }
    });
    return key;
  }

  public Q open() { return null; }

  protected abstract void close();

  enum Kind {
    PLAIN { int rate() { return 0; } },
    TAXED(19) {
      @Override
      int rate() { return 19; }
    },
    FREE;

    abstract int rate();
  }

  record Price(int cents) {
    Price {
      check(cents);
    }

    int euros() { return cents / 100; }
  }

  @interface Marked { int value() default 1; }

  interface Buyer {
    default void pay() {}
    void leave();
  }
}
