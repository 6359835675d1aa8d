//! Tells Zed how to start the server: the program `sok` from the path.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Extension;

impl zed::Extension for Extension {
    fn new() -> Self {
        Extension
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree.which("sok").ok_or("the program sok is not on the path")?;
        Ok(Command { command, args: vec!["lsp".to_string()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Extension);
