use std::fmt;

/// An item.
#[derive(Debug)]
/// Still the item.
#[allow(dead_code)]
pub struct Item<T> {
    price: T,
}

pub const LIMIT: u8 = 3;

impl<T> Source for Buf<T>
where
    T: Copy,
{
    type Out = u8;

    #[inline]
    fn read(&self) -> u8 {
        #[cold]
        fn inner() {}
        struct Local;
        impl Local {
            fn go(&self) {}
        }
        1
    }
}

impl<'a> io::Read for &'a mut net::Pipe {
    async fn pull(&self) {}
}

impl fmt::Display for [u8] {
    fn fmt(&self) {}
}

impl dyn Any {
    fn cast(&self) {}
}

unsafe impl Send for Item<u8> {}

pub trait Buyer: Clone {
    fn pay(&self);
    fn leave(&self) {}
}

enum Kind {
    Plain,
    Taxed(u8),
}

union Bits {
    a: u8,
}

macro_rules! price {
    ($e:expr) => {
        fn not_a_function() {}
    };
}

extern "C" {
    fn ring(times: u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pays() {}
}

mod elsewhere;

pub(crate) const fn last(f: impl Fn() -> u8) -> u8 {
    let g = |x| {
        fn in_closure() {}
        x
    };
    g(f())
}
