//! `src/tolerance.rs` names every multiple of ε: no other file has such a multiple as a number among its tokens.

use super::sources;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;

/// Each multiple of ε is a constant or a function of `tolerance.rs`.
#[test]
fn multiples_of_epsilon_have_names() {
    let unnamed = [
        "ulps(64, &x)",
        "ulps(dimension::<D>() + 2, &x)",
        "ulps(CLEAR, &x)",
        "raised(4, x + y)",
        "let units = if D == 2 { 1 } else { 12 }; fold(ulps(units, size))",
        "Some(RoundingBound::units(4))",
        "RoundingBound { fixed, units: 2, margin }",
        "let units = all.units.checked_add(d + 1)?;",
        "times(16, &T::epsilon()) * size",
        "times(SOLID, &T::epsilon()) * size",
        "times(1 << 10, &T::epsilon()) * size",
        "let epsilons = |count| times(Self::GAP, &T::epsilon());",
        "times(4, &Slack::of(&size).gap)",
        "gap <= margin + times(NEAR, self.tolerance())",
        "area <= whole::<T>(64) * T::epsilon() * square",
        "whole::<T>(4) * self.rounding.clone()",
        "whole::<T>(4) * rounding()",
        "x * (6.0 * f64::EPSILON / 2.0)",
        "x <= <$t>::EPSILON * 16.0",
        "Self { start, tolerance: 4, accuracy }",
        "const SEPARATION_SLACK: u32 = 1;",
        "macro_rules! all { ($t:ty) => { fn f(x: $t) -> $t { ulps(8, &x) } } }",
    ];
    for code in unnamed {
        assert_eq!(multiples(code).len(), 1, "{code}");
    }
    let named = [
        "ulps(tolerance::CLEAR, &x)",
        "ulps(tolerance::speed(dimension::<D>()), &x)",
        "let matrix = tolerance::turned(d); ulps(matrix, &x)",
        "let tolerance = 1; ulps(tolerance::CLEAR, &x)",
        "pub fn ulps<T: Scalar>(n: u32, length: &T) -> T { times(n, &T::epsilon()) * length.clone() }",
        "RoundingBound::units(0)",
        "pub struct RoundingBound<T> { pub fixed: T, pub units: u32 }",
        "RoundingBound { units: all.units.max(own.units), ..all }",
        "step = times(2, &step);",
        "whole::<T>(9) * tilt <= whole(7)",
        "times(C::Cases::SEPARATION_SLACK, &C::Scalar::epsilon())",
        "const SEPARATION_SLACK: u32 = 0;",
        "n.checked_mul(2)?.checked_add(4)",
        "size < T::epsilon() * margin",
        "// ulps(64, &x)",
        "self.raised(face, side, &spot.at, basis)",
    ];
    for code in named {
        assert_eq!(multiples(code), Vec::<(usize, String)>::new(), "{code}");
    }
    let files = sources();
    let mut users = 0;
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| path != "tolerance.rs") {
        users += usize::from(text.contains("tolerance::"));
        found.extend(multiples(text).into_iter().map(|(line, code)| format!("src/{path}:{line}: {code}")));
    }
    assert!(users > 40, "{users} files name a tolerance");
    assert!(found.is_empty(), "src/tolerance.rs names all multiples of ε:\n{}", found.join("\n"));
}

/// The multiples of ε that code writes as numbers, or as constants that are not of `tolerance`, with their lines.
fn multiples(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let tokens: TokenStream = code.parse().unwrap();
    let mut variables = BTreeMap::new();
    find_multiples(&tokens.into_iter().collect::<Vec<_>>(), &mut variables, &mut found);
    found
}

/// `variables` are those that were set to a number, by their names.
fn find_multiples(tokens: &[TokenTree], variables: &mut BTreeMap<String, bool>, found: &mut Vec<(usize, String)>) {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.to_string() == text);
    let until = |from: usize, ends: &[&str]| {
        let tokens = &tokens[from.min(tokens.len())..];
        &tokens[..tokens.iter().position(|token| ends.contains(&token.to_string().as_str())).unwrap_or(tokens.len())]
    };
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            find_multiples(&group.stream().into_iter().collect::<Vec<_>>(), variables, found);
            continue;
        }
        let word = token.to_string();
        let before = |count: usize| at.checked_sub(count).map_or_else(String::new, |at| tokens[at].to_string());
        // Past `::<T>`.
        let after = if is(at + 1, ":") && is(at + 3, "<") { at + 4 + until(at + 4, &[">"]).len() + 1 } else { at + 1 };
        let arguments: Option<Vec<TokenTree>> = match tokens.get(after) {
            Some(TokenTree::Group(group)) if before(1) != "fn" => Some(group.stream().into_iter().collect()),
            _ => None,
        };
        let first = |arguments: &[TokenTree]| {
            arguments.iter().take_while(|token| token.to_string() != ",").cloned().collect::<Vec<_>>()
        };
        let is_multiple = match (word.as_str(), &arguments) {
            ("let", _) => {
                let name = until(at + 1, &["=", ":"]);
                if let [TokenTree::Ident(name)] = name {
                    variables.insert(name.to_string(), has_number(until(at + 2, &[";"]), &BTreeMap::new()));
                }
                false
            }
            ("ulps" | "raised", Some(arguments)) => has_number(&first(arguments), variables),
            ("units", Some(arguments)) => before(1) == ":" && has_number(&first(arguments), variables),
            ("times", Some(arguments)) => {
                let first = first(arguments);
                has_word(&arguments[first.len()..], &ROUNDINGS) && has_number(&first, variables)
            }
            ("whole", Some(arguments)) => {
                let rest = until(after + 2, &[",", ";"]);
                is(after + 1, "*")
                    && (has_word(rest, &ROUNDINGS) || has_word(rest, &["rounding"]))
                    && has_number(arguments, variables)
            }
            ("checked_add", Some(arguments)) => {
                let statement = tokens[..at].iter().rev().take_while(|token| token.to_string() != ";");
                statement.into_iter().any(|token| token.to_string() == "units") && has_number(arguments, variables)
            }
            ("units", None) => is(at + 1, ":") && !is(at + 2, ":") && has_number(until(at + 2, &[","]), variables),
            ("tolerance", None) => is(at + 1, ":") && matches!(tokens.get(at + 2), Some(TokenTree::Literal(_))),
            ("SEPARATION_SLACK", None) => is(at + 3, "=") && has_number(until(at + 4, &[";"]), variables),
            ("epsilon" | "EPSILON", _) => {
                let path = |token: &&TokenTree| {
                    ["$", ":", "<", ">"].contains(&token.to_string().as_str())
                        || token.to_string().starts_with(char::is_alphabetic)
                };
                let start = at - tokens[..at].iter().rev().take_while(path).count();
                let after = at + 1 + usize::from(arguments.is_some());
                let number = |at: usize| matches!(tokens.get(at), Some(TokenTree::Literal(_)));
                start >= 2 && is(start - 1, "*") && number(start - 2) || is(after, "*") && number(after + 1)
            }
            _ => false,
        };
        if is_multiple {
            let code: Vec<_> = until(at, &[";"]).iter().take(8).map(ToString::to_string).collect();
            found.push((token.span().start().line, code.concat()));
        }
    }
}

/// Returns whether an expression has a number other than zero, or a constant, that is not of `tolerance`.
fn has_number(tokens: &[TokenTree], variables: &BTreeMap<String, bool>) -> bool {
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Literal(literal) => literal.to_string() != "0",
        TokenTree::Group(group) => has_number(&group.stream().into_iter().collect::<Vec<_>>(), variables),
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let is_constant =
                name.len() > 1 && name.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_');
            let is_named = at >= 3 && tokens[at - 3].to_string() == "tolerance";
            let is_path = tokens.get(at + 1).is_some_and(|next| next.to_string() == ":");
            is_constant && !is_named && name != "SEPARATION_SLACK" || !is_path && variables.get(&name) == Some(&true)
        }
        TokenTree::Punct(_) => false,
    })
}

/// What is a multiple of ε itself. (What is called `rounding` is one, too, where `whole` multiplies it; else it may be ρ.)
const ROUNDINGS: [&str; 4] = ["epsilon", "EPSILON", "tolerance", "Slack"];

/// Returns whether an expression has one of these words in it.
fn has_word(tokens: &[TokenTree], words: &[&str]) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Group(group) => has_word(&group.stream().into_iter().collect::<Vec<_>>(), words),
        _ => words.contains(&token.to_string().as_str()),
    })
}
