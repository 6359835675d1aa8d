//! The packing plan: in which order the targets are best filled.
//!
//! Found from the end (as the retrograde analysis of FESS does; Shoham and Schaeffer 2020): all boxes stand on
//! targets, and one after the other is pulled out, past the boxes that still stand, to a cell on which some box
//! starts; there it vanishes. What leaves first is filled last. When no box can leave, one is pulled aside first
//! (*parked*): then the plan has a step that moves a box which is already in place.
//!
//! The plan leaves out the boxes that are still on their way, so it is advice and no proof. Use it to prefer one
//! position to another, never to discard any.
//!
//! * [`Plan::packed`]: how many steps of the plan a position has done. Of two positions the one with more is nearer to
//!   the end; the number may fall again in a solution.
//! * [`Plan::steps`]: each step with the cell to fill, and the boxes in place after it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::budget::{Limit, Stop};
use super::carry::Carry;
use super::field::Field;
use super::reach::Reach;
use super::search::Direction;
use super::store::{Key, toggle};

/// Positions looked at for a plan. Most boards need one for each box.
const MAX_POSITIONS: usize = 600;

/// A step of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The cell to fill.
    pub to: u16,
    /// Where the box comes from when it was in place before; `None` for a new one.
    pub from: Option<u16>,
    /// All boxes in place after this step, as bits over the live cells.
    pub key: Key,
}

/// The order in which to fill the targets.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    /// The first so many steps fill targets in an order that is a guess: no way out was found for their boxes.
    pub guessed: usize,
}

impl Plan {
    /// Time: at most [`MAX_POSITIONS`] times the boxes, times the square of the cells; usually the boxes squared times
    /// a few thousand steps. Deterministic.
    pub fn new(field: &Field, stop: &Stop) -> Result<Plan, Limit> {
        let mut unpacking = Unpacking::new(field);
        let best = unpacking.search(stop)?;
        Ok(unpacking.plan(best))
    }

    /// The largest number of steps whose boxes are all in place, given all boxes as bits over the live cells.
    pub fn packed(&self, key: &[u64]) -> usize {
        let is_done = |step: &Step| step.key.iter().zip(key).all(|(step, key)| step & !key == 0);
        self.steps.iter().rposition(is_done).map_or(0, |last| last + 1)
    }
}

/// A position on the way back from the end.
struct Node {
    boxes: Vec<u16>,
    /// Smallest cell of the player's region.
    player: u16,
    parent: usize,
    /// The box pulled, from where; and to where, unless it vanished.
    pull: (u16, Option<u16>),
}

/// Order of looking at nodes: fewest boxes left, fewest parked, shortest pull, newest.
type Rank = Reverse<(usize, usize, u16, Reverse<usize>)>;

struct Unpacking<'a> {
    field: &'a Field<'a>,
    is_source: Vec<bool>,
    nodes: Vec<Node>,
    open: BinaryHeap<Rank>,
    met: FxHashSet<(Vec<u16>, u16)>,
    reach: Reach,
    carry: Carry,
}

impl<'a> Unpacking<'a> {
    fn new(field: &'a Field<'a>) -> Unpacking<'a> {
        let mut is_source = vec![false; field.is_target.len()];
        field.arena.boxes.iter().for_each(|&cell| is_source[usize::from(cell)] = true);
        Unpacking {
            field,
            is_source,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            met: FxHashSet::default(),
            reach: Reach::new(field),
            carry: Carry::new(field),
        }
    }

    /// The node with the fewest boxes left.
    fn search(&mut self, stop: &Stop) -> Result<usize, Limit> {
        let mut occupied = self.field.occupied(&self.field.arena.targets);
        let mut is_met = occupied.clone();
        for player in 0..self.field.len() as u16 {
            if is_met[usize::from(player)] {
                continue;
            }
            let region = self.reach.flood(self.field, &occupied, player);
            self.reach.cells.iter().for_each(|&cell| is_met[usize::from(cell)] = true);
            // The largest region first.
            let rank = u16::MAX - self.reach.cells.len() as u16;
            let boxes = self.field.arena.targets.clone();
            self.add(Node { boxes, player: region, parent: usize::MAX, pull: (0, None) }, 0, rank);
        }
        let mut best = 0;
        for _ in 0..MAX_POSITIONS {
            let Some(Reverse((left, parked, _, Reverse(number)))) = self.open.pop() else { break };
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
            if left < self.nodes[best].boxes.len() {
                best = number;
            }
            if left == 0 {
                break;
            }
            occupied.iter_mut().take(self.field.len()).for_each(|cell| *cell = false);
            self.nodes[number].boxes.iter().for_each(|&cell| occupied[usize::from(cell)] = true);
            self.expand(number, parked, &mut occupied);
        }
        Ok(best)
    }

    fn expand(&mut self, number: usize, parked: usize, occupied: &mut [bool]) {
        let (boxes, player) = (self.nodes[number].boxes.clone(), self.nodes[number].player);
        let mut aside = Vec::new();
        let mut leaves = false;
        for (index, &cell) in boxes.iter().enumerate() {
            self.carry.find(self.field, occupied, cell, player, Direction::Backward);
            let out = self.carry.places.iter().find(|place| self.is_source[usize::from(place.cell)]);
            if let Some(place) = out.copied() {
                leaves = true;
                let mut rest = boxes.clone();
                rest.remove(index);
                occupied[usize::from(cell)] = false;
                // The player stays where it let the box go.
                let region = self.reach.flood(self.field, occupied, place.player);
                occupied[usize::from(cell)] = true;
                let node = Node { boxes: rest, player: region, parent: number, pull: (cell, None) };
                self.add(node, parked, place.pushes);
            } else {
                aside.extend(self.carry.places.iter().skip(1).map(|&place| (index, place)));
            }
        }
        if leaves {
            return;
        }
        for (index, place) in aside {
            let mut rest = boxes.clone();
            let cell = std::mem::replace(&mut rest[index], place.cell);
            rest.sort_unstable();
            let node = Node { boxes: rest, player: place.region, parent: number, pull: (cell, Some(place.cell)) };
            self.add(node, parked + 1, place.pushes);
        }
    }

    fn add(&mut self, node: Node, parked: usize, pushes: u16) {
        if self.met.insert((node.boxes.clone(), node.player)) {
            self.open.push(Reverse((node.boxes.len(), parked, pushes, Reverse(self.nodes.len()))));
            self.nodes.push(node);
        }
    }

    /// The way back to the end, as steps.
    fn plan(&self, best: usize) -> Plan {
        let mut plan = Plan { steps: Vec::new(), guessed: 0 };
        let Some(mut node) = self.nodes.get(best) else { return plan };
        let mut key = vec![0; self.field.key_words()];
        let live = |cell: u16| self.field.live_index[usize::from(cell)];
        for &cell in &node.boxes {
            toggle(&mut key, live(cell));
            plan.steps.push(Step { to: cell, from: None, key: key.clone() });
        }
        plan.guessed = plan.steps.len();
        while node.parent != usize::MAX {
            let (to, from) = node.pull;
            toggle(&mut key, live(to));
            if let Some(from) = from {
                toggle(&mut key, live(from));
            }
            plan.steps.push(Step { to, from, key: key.clone() });
            node = &self.nodes[node.parent];
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Board, arena};
    use crate::solve::{Budget, Options};

    /// The plan of a board, and its targets.
    fn plan(xsb: &str) -> (Plan, Vec<u16>) {
        let arena = arena(&Board::from_xsb(xsb)).unwrap();
        let field = Field::new(&arena, &Options::default(), &Budget::default(), &Stop::default()).unwrap();
        (Plan::new(&field, &Stop::default()).unwrap(), arena.targets.clone())
    }

    #[test]
    fn a_dead_end_is_filled_from_its_end() {
        let (plan, targets) = plan("########\n#@ $  ##\n# $$...#\n#     ##\n########");
        let order: Vec<u16> = plan.steps.iter().map(|step| step.to).collect();
        assert_eq!(order.first(), targets.last());
        assert_eq!((plan.steps.len(), plan.guessed), (3, 0));
    }

    #[test]
    fn steps_add_up_to_the_targets() {
        // The way to the two targets is one cell wide, so whatever is nearer the door comes last.
        let (plan, targets) = plan("#########\n#..     #\n#######$#\n#   @ $ #\n#########");
        let count = |key: &Key| key.iter().map(|word| word.count_ones()).sum::<u32>() as usize;
        let order: Vec<u16> = plan.steps.iter().map(|step| step.to).collect();
        assert_eq!(order, targets);
        let counts: Vec<usize> = plan.steps.iter().map(|step| count(&step.key)).collect();
        assert_eq!(counts, [1, 2]);
        assert_eq!((plan.packed(&[0]), plan.packed(&plan.steps[0].key), plan.packed(&plan.steps[1].key)), (0, 1, 2));
    }
}
