//! Switches of the search, for measuring what each technique is worth. No switch changes an answer.

/// Which techniques a search uses. The default is all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Tell apart the sides of a box on which the player stands.
    pub player_aware: bool,
    /// Bound by the cheapest assignment of boxes to targets, else by each box's nearest target.
    pub matching: bool,
    /// Prune positions with boxes that block each other for ever off target.
    pub freeze: bool,
    /// Treat boxes frozen on their targets as walls in all bounds.
    pub frozen_walls: bool,
    /// Search from the start by pushes. One of this and `backward` must be set; if neither is, both are.
    pub forward: bool,
    /// Search from the solved positions by pulls.
    pub backward: bool,
    /// Look for some solution early, by a weighted search.
    pub anytime: bool,
    /// Look for some solution by macro moves and features, when the proof takes long.
    pub features: bool,
    /// In the search by features, discard positions with a closed part that a short search shows to be lost.
    pub pockets: bool,
    /// Make a solution shorter by searching near it, when the proof takes long.
    pub improve: bool,
    /// Look for a solution as short as the lower bound, when the proof takes long.
    pub tight: bool,
    /// In the weighted search, give turns to all distances from the goal.
    pub in_turns: bool,
    /// Add what two boxes cost together beyond their single distances.
    pub pairs: bool,
    /// The same for the backward search.
    pub backward_pairs: bool,
    /// Add what a few boxes close together cost beyond that.
    pub clusters: bool,
    /// Where part of the board is closed off and can only be opened inwards, try nothing else (fewest pushes only).
    pub corrals: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            player_aware: true,
            matching: true,
            freeze: true,
            frozen_walls: true,
            forward: true,
            backward: true,
            anytime: true,
            features: true,
            pockets: true,
            improve: true,
            tight: true,
            in_turns: true,
            pairs: true,
            backward_pairs: true,
            clusters: true,
            corrals: true,
        }
    }
}

impl Options {
    /// The names that [`Options::switch`] knows.
    pub const NAMES: &[&str] = &[
        "player-aware",
        "matching",
        "freeze",
        "frozen-walls",
        "forward",
        "backward",
        "anytime",
        "features",
        "pockets",
        "improve",
        "tight",
        "turns",
        "pairs",
        "backward-pairs",
        "clusters",
        "corrals",
    ];

    /// A switch by its name.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "player-aware" => &mut self.player_aware,
            "matching" => &mut self.matching,
            "freeze" => &mut self.freeze,
            "frozen-walls" => &mut self.frozen_walls,
            "forward" => &mut self.forward,
            "backward" => &mut self.backward,
            "anytime" => &mut self.anytime,
            "features" => &mut self.features,
            "pockets" => &mut self.pockets,
            "improve" => &mut self.improve,
            "tight" => &mut self.tight,
            "turns" => &mut self.in_turns,
            "pairs" => &mut self.pairs,
            "backward-pairs" => &mut self.backward_pairs,
            "clusters" => &mut self.clusters,
            "corrals" => &mut self.corrals,
            _ => return None,
        })
    }
}
