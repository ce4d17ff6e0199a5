//! Arithmetics that change another one: each number wraps a number of the other.

/// The operators of a wrapped number but `*`, which the type has itself.
macro_rules! wrapped {
    ($name:ident, $inner:ty) => {
        $crate::wrapped::wrapped!(@ $name, $inner,
            Add add +, Sub sub -, Div div /;
            AddAssign add_assign +, SubAssign sub_assign -, MulAssign mul_assign *, DivAssign div_assign /);

        impl core::ops::Neg for $name {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl num_traits::Zero for $name {
            fn zero() -> Self {
                Self(<$inner as num_traits::Zero>::zero())
            }
            fn is_zero(&self) -> bool {
                num_traits::Zero::is_zero(&self.0)
            }
        }

        impl num_traits::One for $name {
            fn one() -> Self {
                Self(<$inner as num_traits::One>::one())
            }
        }
    };
    (@ $name:ident, $inner:ty, $($trait:ident $f:ident $op:tt),*; $($assign:ident $g:ident $with:tt),*) => {
        $(impl core::ops::$trait for $name {
            type Output = Self;
            fn $f(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        })*
        $(impl core::ops::$assign for $name {
            fn $g(&mut self, other: Self) {
                *self = *self $with other;
            }
        })*
    };
}

pub(super) use wrapped;
