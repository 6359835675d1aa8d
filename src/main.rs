//! The `sok` program: hands the arguments to the shells and their exit status to the system.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(sok::cli::run())
}
