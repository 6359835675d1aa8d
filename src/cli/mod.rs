//! The command line. A shell: it knows files, threads and time, and leaves all judgement to the core.

mod check;
mod convert;
pub mod docs;
mod fmt;
mod input;
mod render;
mod replace;
mod run_jobs;
mod solve;

use clap::{CommandFactory, Parser, Subcommand};
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
    /// Draw a level
    Render(render::Options),
    /// Print a script that lets a shell complete the arguments
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    Man,
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
        Command::Render(options) => render::run(&options),
        Command::Completions { shell } => completions(shell),
        Command::Man => manual(),
    };
    match result {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            complain(&error);
            2
        }
    }
}

/// One line on standard error.
fn complain(error: &anyhow::Error) {
    let _ = writeln!(io::stderr(), "sok: {}", printable(&format!("{error:#}")));
}

/// Without the control characters by which a file could steer the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { char::REPLACEMENT_CHARACTER } else { sign }).collect()
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "sok", &mut script);
    print(&script)
}

fn print(bytes: &[u8]) -> anyhow::Result<u8> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(0)
}

/// One page for the program and all its commands.
fn manual() -> anyhow::Result<u8> {
    let mut page = Vec::new();
    let command = Arguments::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = format!("sok {}", command.get_name());
        writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
        let manual = clap_mangen::Man::new(command.clone().bin_name(name));
        manual.render_synopsis_section(&mut page)?;
        manual.render_options_section(&mut page)?;
    }
    print(&page)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
