//! Looks for some solution while the proof goes on, and then makes it shorter. Proves nothing.

use super::budget::Limit;
use super::fess::Fess;
use super::field::Field;
use super::improve::Improver;
use super::options::Options;
use super::path::{Pushes, moves_for, verified};
use super::search::{Allowance, State};

/// What it is at.
#[derive(Debug)]
enum Stage<'a> {
    Waiting,
    Looking(Box<Fess<'a>>),
    Improving(Box<Improver<'a>>),
    /// Nothing more to look at, unless someone finds a better solution.
    Over,
}

#[derive(Debug)]
pub(super) struct Scout<'a> {
    field: &'a Field<'a>,
    options: Options,
    /// Bytes for tables of distances.
    tables: usize,
    stage: Stage<'a>,
    /// Pushes of the solution last seen.
    seen: usize,
    pub expanded: u64,
}

impl<'a> Scout<'a> {
    pub fn new(field: &'a Field<'a>, options: &Options, tables: usize) -> Scout<'a> {
        Scout { field, options: *options, tables, stage: Stage::Waiting, seen: usize::MAX, expanded: 0 }
    }

    pub fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Looking(fess) => fess.bytes(),
            Stage::Improving(improver) => improver.bytes(),
            Stage::Waiting | Stage::Over => 0,
        }
    }

    /// True when there is nothing for it to do, given the pushes of the best solution.
    pub fn is_idle(&self, best: Option<usize>) -> bool {
        match best {
            None => !self.options.features || matches!(self.stage, Stage::Over),
            Some(pushes) => !self.options.improve || matches!(self.stage, Stage::Over) && pushes >= self.seen,
        }
    }

    /// Frees all memory.
    pub fn give_up(&mut self) {
        self.stage = Stage::Over;
    }

    /// Goes on for up to `allowance.nodes` positions. Returns a solution better than `best`.
    pub fn advance(&mut self, allowance: Allowance, best: Option<&Pushes>) -> Result<Option<Pushes>, Limit> {
        let found = match best {
            None => self.look(allowance),
            Some(best) => self.improve(allowance, best),
        };
        match found {
            Ok(found) => {
                let found = found.filter(|pushes| best.is_none_or(|best| pushes.len() < best.len()));
                Ok(found.filter(|pushes| {
                    moves_for(self.field, pushes).is_some_and(|moves| verified(self.field.arena, &moves).is_some())
                }))
            }
            Err(limit @ (Limit::Stopped | Limit::Nodes)) => Err(limit),
            // Others may have the memory.
            Err(Limit::Memory | Limit::Size) => {
                self.give_up();
                Ok(None)
            }
        }
    }

    fn look(&mut self, allowance: Allowance) -> Result<Option<Pushes>, Limit> {
        if let Stage::Waiting = self.stage {
            let fess = Fess::new(self.field, &self.options, self.tables, allowance.stop)?;
            self.stage = Stage::Looking(Box::new(fess));
        }
        let Stage::Looking(fess) = &mut self.stage else { return Ok(None) };
        let before = fess.expanded;
        let state = fess.advance(allowance);
        self.expanded += fess.expanded - before;
        let found = fess.solved.and_then(|id| fess.path(id));
        if found.is_some() || state? == State::Exhausted {
            self.give_up();
        }
        Ok(found)
    }

    fn improve(&mut self, allowance: Allowance, best: &Pushes) -> Result<Option<Pushes>, Limit> {
        if best.len() < self.seen {
            self.seen = best.len();
            match &mut self.stage {
                Stage::Improving(improver) => improver.take(best.clone()),
                stage => {
                    let improver = Improver::new(self.field, best.clone(), &self.options, self.tables);
                    *stage = Stage::Improving(Box::new(improver));
                }
            }
        }
        let Stage::Improving(improver) = &mut self.stage else { return Ok(None) };
        let before = improver.expanded;
        let state = improver.advance(allowance);
        self.expanded += improver.expanded - before;
        let (state, is_better) = state?;
        let found = is_better.then(|| improver.pushes.clone());
        if is_better {
            self.seen = improver.pushes.len();
        }
        if state == State::Exhausted {
            self.give_up();
        }
        Ok(found)
    }
}
