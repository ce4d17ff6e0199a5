//! The program `gjk`: see [`gjk::cli`].

fn main() -> std::process::ExitCode {
    gjk::cli::run()
}
