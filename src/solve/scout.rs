//! Looks for some solution while the proof goes on, and then makes it shorter. Proves nothing.

use super::budget::Limit;
use super::features::Eyes;
use super::fess::{Fess, Style};
use super::field::Field;
use super::improve::Improver;
use super::options::Options;
use super::path::{Pushes, moves_for, verified};
use super::plan::Plan;
use super::search::{Allowance, State};

/// The styles of search for some solution.
const STYLES: [Style; 3] = [Style::Deep, Style::Eager, Style::Even];

/// What it is at.
#[derive(Debug)]
enum Stage<'a> {
    Waiting,
    /// By searches in several styles, which take turns.
    Looking(Vec<Fess<'a>>),
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
    /// Which of several searches goes next.
    turn: usize,
    /// Pushes of the solution last seen.
    seen: usize,
    pub expanded: u64,
}

impl<'a> Scout<'a> {
    pub fn new(field: &'a Field<'a>, options: &Options, tables: usize) -> Scout<'a> {
        Scout { field, options: *options, tables, stage: Stage::Waiting, turn: 0, seen: usize::MAX, expanded: 0 }
    }

    pub fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Looking(all) => all.iter().map(Fess::bytes).sum(),
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

    fn look(&mut self, mut allowance: Allowance) -> Result<Option<Pushes>, Limit> {
        if let Stage::Waiting = self.stage {
            let eyes = Eyes::new(self.field, Plan::new(self.field, allowance.stop)?, allowance.stop)?;
            let search = |style| {
                Fess::new(self.field, eyes.clone(), style, &self.options, self.tables / STYLES.len(), allowance.stop)
            };
            self.stage = Stage::Looking(STYLES.into_iter().map(search).collect::<Result<_, _>>()?);
        }
        let Stage::Looking(all) = &mut self.stage else { return Ok(None) };
        self.turn %= all.len();
        allowance.memory = allowance.memory.saturating_sub(all.iter().map(Fess::bytes).sum::<usize>());
        let fess = &mut all[self.turn];
        allowance.memory += fess.bytes();
        let before = fess.expanded;
        let state = fess.advance(allowance);
        self.expanded += fess.expanded - before;
        self.turn += 1;
        if let Some(found) = fess.solved.and_then(|id| fess.path(id)) {
            self.give_up();
            return Ok(Some(found));
        }
        if state? == State::Exhausted {
            // One that is done leaves.
            self.turn -= 1;
            all.remove(self.turn);
            if all.is_empty() {
                self.give_up();
            }
        }
        Ok(None)
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

/// A scout with the best solution it has found, for a search that finds none before its end.
#[derive(Debug)]
pub(super) struct Companion<'a> {
    scout: Scout<'a>,
    pub best: Option<Pushes>,
}

impl<'a> Companion<'a> {
    pub fn new(field: &'a Field<'a>, options: &Options, tables: usize) -> Companion<'a> {
        Companion { scout: Scout::new(field, options, tables), best: None }
    }

    pub fn advance(&mut self, allowance: Allowance) -> Result<(), Limit> {
        if !self.scout.is_idle(self.best.as_ref().map(Vec::len))
            && let Some(pushes) = self.scout.advance(allowance, self.best.as_ref())?
        {
            self.best = Some(pushes);
        }
        Ok(())
    }

    pub fn expanded(&self) -> u64 {
        self.scout.expanded
    }

    pub fn give_up(&mut self) {
        self.scout.give_up();
    }

    pub fn bytes(&self) -> usize {
        self.scout.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Board, arena, replay};
    use crate::solve::{Budget, Stop};

    /// Boards of Microban by David W. Skinner, each with its fewest pushes.
    fn microban() -> impl Iterator<Item = (Board, usize)> {
        let minima = include_str!("../../tests/data/microban.tsv").lines().skip(1);
        let minima = minima.map(|line| line.split('\t').nth(1).unwrap().parse().unwrap());
        let levels = include_str!("../../tests/data/microban.xsb").split("\n;").filter(|level| level.contains("##"));
        let boards = levels.map(|level| {
            let rows: Vec<&str> = level.lines().skip(1).filter(|line| line.contains('#')).collect();
            Board::from_xsb(&rows.join("\n"))
        });
        boards.zip(minima)
    }

    /// The solutions of a scout that looks at so many positions, as pushes, and whether they stand up to a replay.
    fn scouted(board: &Board, nodes: u64, options: &Options) -> Vec<Pushes> {
        let arena = arena(board).unwrap();
        let stop = Stop::default();
        let field = Field::new(&arena, options, &Budget::default(), &stop).unwrap();
        let mut scout = Scout::new(&field, options, 1 << 20);
        let mut found: Vec<Pushes> = Vec::new();
        while scout.expanded < nodes && !scout.is_idle(found.last().map(Vec::len)) {
            let allowance = Allowance { nodes: 100, memory: 1 << 28, stop: &stop };
            found.extend(scout.advance(allowance, found.last()).unwrap());
        }
        for pushes in &found {
            let played = replay(board, moves_for(&field, pushes).unwrap());
            assert!(played.solved && played.pushes == pushes.len());
        }
        found
    }

    #[test]
    fn most_of_microban_is_solved_and_nothing_below_the_minimum() {
        let (mut solved, mut minimal) = (0, 0);
        for (board, minimum) in microban() {
            let found = scouted(&board, 1000, &Options::default());
            assert!(found.iter().all(|pushes| pushes.len() >= minimum));
            assert!(found.is_sorted_by(|one, next| one.len() > next.len()));
            solved += usize::from(!found.is_empty());
            minimal += usize::from(found.last().is_some_and(|pushes| pushes.len() == minimum));
        }
        assert!(solved >= 120 && minimal >= 90, "{solved} solved, {minimal} with fewest pushes");
    }

    #[test]
    fn the_same_scout_finds_the_same() {
        for (board, _) in microban().skip(30).step_by(10) {
            assert_eq!(scouted(&board, 500, &Options::default()), scouted(&board, 500, &Options::default()));
        }
    }

    #[test]
    fn without_its_switches_it_does_nothing() {
        let (board, _) = microban().next().unwrap();
        let options = Options { features: false, ..Options::default() };
        assert!(scouted(&board, 500, &options).is_empty());
        let options = Options { improve: false, pockets: false, ..Options::default() };
        assert_eq!(scouted(&board, 500, &options).len(), 1);
    }
}
