//! The positions a search has met: one packed record each, found again through a hash table of indices.

use super::field::Field;

/// No position: the parent of a start.
pub(super) const NO_NODE: u32 = u32::MAX;

const CHUNK: usize = 1 << 14;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// The position before the last push, on the cheapest way known.
    pub parent: u32,
    /// What the cheapest way known costs so far, in the measure of the search.
    pub cost: u32,
    /// Lower bound on the pushes to come; [`DEAD`] when there is no solution from here.
    pub bound: u16,
    /// The smallest cell of the player's region, or the player's very cell, as the search sees it; and a flag.
    player: u16,
}

const CLOSED: u16 = 1 << 15;

impl Node {
    pub fn new(parent: u32, cost: u32, bound: u16, player: u16) -> Node {
        Node { parent, cost, bound, player }
    }

    pub fn player(&self) -> u16 {
        self.player & !CLOSED
    }

    /// True when its successors were generated.
    pub fn is_closed(&self) -> bool {
        self.player & CLOSED != 0
    }

    pub fn set_closed(&mut self, closed: bool) {
        self.player = if closed { self.player | CLOSED } else { self.player & !CLOSED };
    }
}

/// The bound of a position that cannot be solved.
pub(super) const DEAD: u16 = u16::MAX;

/// The boxes of a position as bits over the live cells. What two equal positions share with the player's region.
pub(super) type Key = Vec<u64>;

/// Sets of positions, each with its node. Memory per position: 12 bytes, a bit for each live cell (in whole words),
/// and 12 to 24 bytes of hash table.
///
/// Records live in chunks that never move, so growth needs no second copy of them.
#[derive(Debug)]
pub(super) struct Store {
    words: usize,
    keys: Vec<Vec<u64>>,
    nodes: Vec<Vec<Node>>,
    len: usize,
    /// Open addressing. An entry is 32 bits of the hash above the index, so that a look at a wrong position is rare
    /// and growth needs no look at any.
    table: Vec<u64>,
}

const EMPTY: u64 = u64::MAX;

impl Store {
    pub fn new(field: &Field) -> Store {
        Store { words: field.key_words(), keys: Vec::new(), nodes: Vec::new(), len: 0, table: vec![EMPTY; 1 << 10] }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use; a growth of the hash table that is close counts already.
    pub fn bytes(&self) -> usize {
        let record = self.words * 8 + size_of::<Node>();
        let is_about_to_grow = (self.len + CHUNK) * 3 > self.table.len() * 2;
        let table = if is_about_to_grow { self.table.len() * 3 } else { self.table.len() };
        self.nodes.len() * CHUNK * record + table * size_of::<u64>()
    }

    pub fn key(&self, id: u32) -> &[u64] {
        &self.keys[id as usize / CHUNK][id as usize % CHUNK * self.words..][..self.words]
    }

    pub fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize / CHUNK][id as usize % CHUNK]
    }

    pub fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// The node of a position, or the free slot of the hash table to hand to `insert` (before any other insertion).
    pub fn find(&self, key: &[u64], player: u16) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let hash = hash(key, player);
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == EMPTY {
                return Err(slot);
            }
            let id = entry as u32;
            if (entry >> 32) as u32 == hash && self.node(id).player() == player && self.key(id) == key {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a position that is not there yet.
    pub fn insert(&mut self, slot: usize, key: &[u64], node: Node) -> u32 {
        let id = self.len as u32;
        if self.len.is_multiple_of(CHUNK) {
            self.keys.push(Vec::with_capacity(CHUNK * self.words));
            self.nodes.push(Vec::with_capacity(CHUNK));
        }
        self.keys[self.len / CHUNK].extend_from_slice(key);
        self.nodes[self.len / CHUNK].push(node);
        self.table[slot] = u64::from(hash(key, node.player())) << 32 | u64::from(id);
        self.len += 1;
        if self.len * 3 > self.table.len() * 2 {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let old = std::mem::replace(&mut self.table, vec![EMPTY; mask + 1]);
        for entry in old.into_iter().filter(|&entry| entry != EMPTY) {
            let mut slot = (entry >> 32) as usize & mask;
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = entry;
        }
    }
}

/// 32 bits of a hash by folded multiplication.
fn hash(key: &[u64], player: u16) -> u32 {
    let mut hash = u64::from(player) ^ 0x9e37_79b9_7f4a_7c15;
    for &word in key {
        let product = u128::from(hash ^ word) * u128::from(0xd6e8_feb8_6659_fd93_u64);
        hash = (product ^ product >> 64) as u64;
    }
    (hash ^ hash >> 32) as u32
}

/// Sets or clears the bit of a live cell.
pub(super) fn toggle(key: &mut [u64], index: u16) {
    key[usize::from(index) / 64] ^= 1 << (index % 64);
}
