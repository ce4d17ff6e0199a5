//! Verdicts and distances are right: against exact arithmetic, formulas, and results that others have published or reported.

#![allow(unreachable_pub, reason = "the modules share parts")]

mod accuracy;
mod agreement;
mod cache;
mod distance_accuracy;
mod globs;
mod limit_of_evaluations;
mod near_contact;
mod one_page;
mod oracle_agrees;
mod places;
mod published_example;
mod regressions;
mod scalars;
mod strategies;
