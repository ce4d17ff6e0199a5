//! `gjk precision check`: says whether an answer to one of the six exercises of docs/precision.md is right and, if not, where to look.

/// What is right.
enum Right {
    /// A number between two.
    Between(f64, f64),
    /// One of some words.
    Word(&'static [&'static str]),
}

struct Exercise {
    asks: &'static str,
    right: Right,
    /// Said when it is right.
    because: &'static str,
    /// Said when it is not.
    look: &'static str,
}

const EXERCISES: [Exercise; 6] = [
    Exercise {
        asks: "how many bits it takes, in space",
        right: Right::Between(10.0, 12.0),
        because: "the curve is below 1 from 10 bits on, its whole interval from 12: the error is a few roundings of numbers of the size of L, whatever the bits",
        look: "in the plot `errors of distances` of the sweep bits: where does the curve of 3D come below 1?",
    },
    Exercise {
        asks: "the gap, in sizes of the shapes, at which f32 begins to err",
        right: Right::Between(1e-8, 5e-7),
        because: "ε L is 1.2e-7 to 4.8e-7 here: at 1e-6 all verdicts are right, at 1e-8 a fifth to a third is wrong",
        look: "at ε times L. ε is 2^-23, and L is from 1 to 4",
    },
    Exercise {
        asks: "the error at 10^6 sizes from the origin, in sizes of the shapes",
        right: Right::Between(0.03, 0.0625),
        because: "the next number beside 10^6 is 1/16 away: a coordinate is off by up to 1/32, and a difference of two by up to 1/16",
        look: "at the gap between 10^6 and the next number of f32: 10^6 is between 2^19 and 2^20, and there are 24 bits",
    },
    Exercise {
        asks: "the rule that is left out",
        right: Right::Word(&["unit scale", "unit-scale", "scale", "unscaled"]),
        because: "products of three or four lengths of 1e-15 are 0 in f32, and 0 is not negative",
        look: "at what is multiplied: tests in space are products of four lengths. What is (1e-15)^4 in f32?",
    },
    Exercise {
        asks: "the other face that has the origin in front, by its letters",
        right: Right::Word(&["wzx", "wxz", "xwz", "xzw", "zwx", "zxw"]),
        because: "WYZ is tested first and leads to its edge WZ, beyond which the origin is above WZX",
        look: "in step 4 of `gjk precision diverge`: which products of the tetrahedron are positive?",
    },
    Exercise {
        asks: "the sweep in which a few distances are wrong by far",
        right: Right::Word(&["slenderness"]),
        because: "needles make the search continue in doubled precision, which relies on products whose rounding error is known",
        look: "among the findings, for the one in capital letters: MORE THAN IS PROMISED",
    },
];

/// Returns whether it is right, and what to say.
pub(crate) fn check(number: usize, answer: &str) -> (bool, String) {
    let Exercise { asks, right, because, look } = &EXERCISES[number.clamp(1, EXERCISES.len()) - 1];
    let said = answer.trim().to_lowercase();
    let is_right = match right {
        Right::Between(low, high) => {
            let Ok(said) = said.parse::<f64>() else {
                return (false, format!("A number is asked for: {asks}."));
            };
            (*low..=*high).contains(&said)
        }
        Right::Word(words) => words.contains(&said.as_str()),
    };
    let told = if is_right { format!("Right: {because}.") } else { format!("Not yet ({asks}). Look {look}.") };
    (is_right, told)
}
