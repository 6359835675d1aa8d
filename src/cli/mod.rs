//! The command line. A shell: it knows files, threads and time, and leaves all judgement to the core.

mod check;
mod convert;
pub mod docs;
mod fmt;
mod input;
mod run_jobs;
mod solve;

use clap::{Parser, Subcommand};
use std::io::{self, Write};

/// Language server, checker and solver for Sokoban level files.
#[derive(Parser, Debug)]
#[command(name = "sok", version, about, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run the language server on standard input and output
    Lsp,
    /// Say what is wrong with level files
    Check(check::Options),
    /// Find solutions with the fewest pushes, or prove that there are none
    Solve(solve::Options),
    /// Write level files evenly, without changing a board
    Fmt(fmt::Options),
    /// Print a level file in another notation
    Convert(convert::Options),
}

/// Reads the arguments of the process, runs the command and returns its exit status: 0 all is well, 1 something was
/// found wrong with a level, 2 the command could not run.
pub fn run() -> u8 {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; a closed pipe is none either.
            let _ = error.print();
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let result = match arguments.command {
        Command::Lsp => return crate::lsp::serve(),
        Command::Check(options) => check::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Fmt(options) => fmt::run(&options),
        Command::Convert(options) => convert::run(&options),
    };
    match result {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            let _ = writeln!(io::stderr(), "sok: {error:#}");
            2
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
