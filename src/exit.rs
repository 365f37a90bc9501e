//! Exit status: 0 done, 1 `check` found errors, 2 could not do it, 130 interrupted (design decision 19).

use std::io;
use std::process::ExitCode;

/// How a command ended when it could do its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    /// All is well.
    Sound,
    /// Errors were found in the records.
    FoundErrors,
    /// Some input that the user named could not be read.
    NotAll,
    /// The user interrupted.
    Interrupted,
}

/// The exit status, after a word on stderr where one is due. A broken pipe is a quiet end.
pub(crate) fn code(outcome: anyhow::Result<Done>) -> ExitCode {
    match outcome {
        Ok(Done::Sound) => ExitCode::SUCCESS,
        Ok(Done::FoundErrors) => ExitCode::from(1),
        Ok(Done::NotAll) => ExitCode::from(2),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            say!("{red}error{red:#}: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
