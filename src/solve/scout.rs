//! Looks for some solution while the proof goes on, and then makes it shorter. Proves nothing.

use super::budget::{Limit, Stop};
use super::features::Eyes;
use super::fess::{Fess, Style};
use super::field::Field;
use super::improve::Improver;
use super::options::Options;
use super::path::{Pushes, moves_for, verified};
use super::plan::Plan;
use super::search::{Allowance, State};

/// The styles of search for some solution.
const STYLES: [Style; 4] = [Style::Deep, Style::Coarse, Style::Eager, Style::Even];

/// No more than this many steps for the macro moves of one position (cells times cells times boxes): a fraction of a second.
const MOST_WORK: usize = 50_000_000;

/// Searches in several styles, which take turns.
#[derive(Debug)]
struct Party<'a> {
    all: Vec<Fess<'a>>,
    turn: usize,
    expanded: u64,
}

impl<'a> Party<'a> {
    /// For solutions with at most `limit` pushes.
    fn new(
        field: &'a Field<'a>,
        eyes: &Eyes,
        options: &Options,
        limit: usize,
        tables: usize,
        stop: &Stop,
    ) -> Result<Party<'a>, Limit> {
        let tables = tables / STYLES.len();
        let search = |style| Fess::new(field, eyes.clone(), style, options, tables, limit, stop);
        Ok(Party { all: STYLES.into_iter().map(search).collect::<Result<_, _>>()?, turn: 0, expanded: 0 })
    }

    fn bytes(&self) -> usize {
        self.all.iter().map(Fess::bytes).sum()
    }

    /// Lets the next search go on. `Exhausted` when it was the last.
    fn advance(&mut self, mut allowance: Allowance) -> Result<(State, Option<Pushes>), Limit> {
        allowance.memory = allowance.memory.saturating_sub(self.bytes());
        let Some(place) = self.turn.checked_rem(self.all.len()) else { return Ok((State::Exhausted, None)) };
        let fess = &mut self.all[place];
        allowance.memory += fess.bytes();
        let before = fess.expanded;
        let state = fess.advance(allowance);
        self.expanded += fess.expanded - before;
        self.turn = place + 1;
        if let Some(found) = fess.solved.and_then(|id| fess.path(id)) {
            self.all.clear();
            return Ok((State::Exhausted, Some(found)));
        }
        if state? == State::Exhausted {
            // One that is done leaves.
            self.turn = place;
            self.all.remove(place);
        }
        Ok((if self.all.is_empty() { State::Exhausted } else { State::Running }, None))
    }
}

/// What it is at.
#[derive(Debug)]
enum Stage<'a> {
    Waiting,
    Looking(Party<'a>),
    Improving(Box<Improver<'a>>),
    /// Nothing more to look at, unless someone finds a better solution.
    Over,
}

/// The search for a solution as short as the lower bound.
#[derive(Debug)]
struct Tight<'a> {
    lower_bound: usize,
    /// `None` when there is nothing left to look at.
    party: Option<Party<'a>>,
}

#[derive(Debug)]
pub(super) struct Scout<'a> {
    field: &'a Field<'a>,
    options: Options,
    /// Bytes for tables of distances.
    tables: usize,
    eyes: Option<Eyes>,
    stage: Stage<'a>,
    tight: Tight<'a>,
    turn: usize,
    /// Pushes of the solution last seen.
    seen: usize,
    pub expanded: u64,
}

impl<'a> Scout<'a> {
    pub fn new(field: &'a Field<'a>, options: &Options, tables: usize) -> Scout<'a> {
        let (cells, boxes) = (field.len(), field.arena.boxes.len());
        let is_too_large = cells * cells * boxes > MOST_WORK;
        let (stage, seen) = if is_too_large { (Stage::Over, 0) } else { (Stage::Waiting, usize::MAX) };
        let tight = Tight { lower_bound: if is_too_large { usize::MAX } else { 0 }, party: None };
        Scout { field, options: *options, tables, eyes: None, stage, tight, turn: 0, seen, expanded: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.stage_bytes() + self.tight_bytes()
    }

    fn stage_bytes(&self) -> usize {
        match &self.stage {
            Stage::Looking(party) => party.bytes(),
            Stage::Improving(improver) => improver.bytes(),
            Stage::Waiting | Stage::Over => 0,
        }
    }

    fn tight_bytes(&self) -> usize {
        self.tight.party.as_ref().map_or(0, Party::bytes)
    }

    /// True when there is nothing for it to do, given the pushes of the best solution and those proved necessary.
    pub fn is_idle(&self, best: Option<usize>, lower_bound: usize) -> bool {
        self.is_stage_idle(best) && self.is_tight_idle(lower_bound)
    }

    fn is_stage_idle(&self, best: Option<usize>) -> bool {
        match best {
            None => !self.options.features || matches!(self.stage, Stage::Over),
            Some(pushes) => !self.options.improve || matches!(self.stage, Stage::Over) && pushes >= self.seen,
        }
    }

    fn is_tight_idle(&self, lower_bound: usize) -> bool {
        !self.options.tight || self.tight.party.is_none() && lower_bound <= self.tight.lower_bound
    }

    /// Frees all memory.
    pub fn give_up(&mut self) {
        self.stage = Stage::Over;
        self.tight = Tight { lower_bound: usize::MAX, party: None };
    }

    /// Goes on for up to `allowance.nodes` positions. Returns a solution better than `best`. No solution has fewer
    /// pushes than `lower_bound`; if that is 0, none as short is looked for.
    pub fn advance(
        &mut self,
        allowance: Allowance,
        best: Option<&Pushes>,
        lower_bound: usize,
    ) -> Result<Option<Pushes>, Limit> {
        self.turn += 1;
        // Until there is a solution, any will do.
        let is_tights_turn = match best {
            None => self.turn.is_multiple_of(2),
            Some(_) => !self.turn.is_multiple_of(3),
        };
        let found = match best {
            _ if !self.is_tight_idle(lower_bound) && (is_tights_turn || self.is_stage_idle(best.map(Vec::len))) => {
                self.tighten(allowance, lower_bound)
            }
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

    fn eyes(&mut self, stop: &Stop) -> Result<Eyes, Limit> {
        if self.eyes.is_none() {
            self.eyes = Some(Eyes::new(self.field, Plan::new(self.field, stop)?, stop)?);
        }
        self.eyes.clone().ok_or(Limit::Size)
    }

    fn look(&mut self, mut allowance: Allowance) -> Result<Option<Pushes>, Limit> {
        allowance.memory = allowance.memory.saturating_sub(self.tight_bytes());
        if let Stage::Waiting = self.stage {
            let eyes = self.eyes(allowance.stop)?;
            let tables = self.tables / 2;
            let party = Party::new(self.field, &eyes, &self.options, usize::MAX, tables, allowance.stop)?;
            self.stage = Stage::Looking(party);
        }
        let Stage::Looking(party) = &mut self.stage else { return Ok(None) };
        let before = party.expanded;
        let result = party.advance(allowance);
        self.expanded += party.expanded - before;
        let (state, found) = result?;
        if state == State::Exhausted {
            self.stage = Stage::Over;
        }
        Ok(found)
    }

    /// Looks for a solution with as many pushes as are proved necessary, and leaves out all that needs more.
    fn tighten(&mut self, mut allowance: Allowance, lower_bound: usize) -> Result<Option<Pushes>, Limit> {
        allowance.memory = allowance.memory.saturating_sub(self.stage_bytes());
        if lower_bound > self.tight.lower_bound {
            self.tight = Tight { lower_bound, party: None };
            let eyes = self.eyes(allowance.stop)?;
            let tables = self.tables / 2;
            let party = Party::new(self.field, &eyes, &self.options, lower_bound, tables, allowance.stop)?;
            self.tight.party = Some(party);
        }
        let Some(party) = &mut self.tight.party else { return Ok(None) };
        let before = party.expanded;
        let result = party.advance(allowance);
        self.expanded += party.expanded - before;
        let (state, found) = result?;
        if state == State::Exhausted {
            self.tight.party = None;
        }
        Ok(found)
    }

    fn improve(&mut self, mut allowance: Allowance, best: &Pushes) -> Result<Option<Pushes>, Limit> {
        allowance.memory = allowance.memory.saturating_sub(self.tight_bytes());
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
            self.stage = Stage::Over;
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
        if !self.scout.is_idle(self.best.as_ref().map(Vec::len), 0)
            && let Some(pushes) = self.scout.advance(allowance, self.best.as_ref(), 0)?
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
        while scout.expanded < nodes && !scout.is_idle(found.last().map(Vec::len), 0) {
            let allowance = Allowance { nodes: 100, memory: 1 << 28, stop: &stop };
            found.extend(scout.advance(allowance, found.last(), 0).unwrap());
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
