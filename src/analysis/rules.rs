//! The table of rules. Diagnostics, explanations, settings and documentation are made from it.

/// How much a finding weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Hint,
    Information,
    Warning,
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Information => "information",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// How strictly a file is judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strictness {
    /// While drawing: missing and unequal things are information.
    Draft,
    #[default]
    Normal,
    /// Before publishing: hints become warnings.
    Publish,
}

impl Strictness {
    pub const ALL: [(Strictness, &'static str); 3] =
        [(Strictness::Draft, "draft"), (Strictness::Normal, "normal"), (Strictness::Publish, "publish")];

    pub fn from_name(name: &str) -> Option<Strictness> {
        Strictness::ALL.iter().find(|(_, known)| *known == name).map(|(strictness, _)| *strictness)
    }
}

/// One rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub code: Code,
    /// As it is written in diagnostics and settings: `count-mismatch`.
    pub name: &'static str,
    pub title: &'static str,
    pub severity: Severity,
    /// True for what a half-drawn board lacks: information under [`Strictness::Draft`].
    pub drafting: bool,
    pub explanation: &'static str,
    /// A board that shows it.
    pub example: &'static str,
}

macro_rules! rules {
    ($($code:ident $name:literal $severity:ident $drafting:literal $title:literal $explanation:literal $example:literal)*) => {
        /// The code of a rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $($code),* }

        /// Every rule, in the order of [`Code`].
        pub const RULES: &[Rule] = &[$(Rule {
            code: Code::$code,
            name: $name,
            title: $title,
            severity: Severity::$severity,
            drafting: $drafting,
            explanation: $explanation,
            example: $example,
        }),*];
    };
}

rules! {
    MissingPlayer "missing-player" Error true
        "No player"
        "A level needs exactly one player."
        "#####\n# $.#\n#####"
    MissingBox "missing-box" Error true
        "No box"
        "A level needs at least one box to push."
        "#####\n#@ .#\n#####"
    MissingTarget "missing-target" Error true
        "No target"
        "A level needs a target for every box."
        "#####\n#@$ #\n#####"
    ExtraPlayer "extra-player" Error true
        "More than one player"
        "A level needs exactly one player; every one on the board is marked."
        "######\n#@$.@#\n######"
    CountMismatch "count-mismatch" Error true
        "Boxes and targets differ in number"
        "A level is solved when every box is on a target and every target has its box, so there must be as many boxes as targets in the area that the player can walk. Boxes that stand on targets outside that area are decoration and do not count."
        "#######\n#@$$. #\n#######"
    OpenBoundary "open-boundary" Error true
        "The wall is open"
        "The player could walk out of the board. The cells from which it would leave are marked."
        "#####\n#@$. \n#####"
    UnknownCharacter "unknown-character" Error false
        "Unknown character"
        "The level's notation has no such character. It is read as floor."
        "#####\n#@$.#\n#  x#\n#####"
    RowLength "row-length" Error true
        "Rows of unequal length"
        "The rows of this notation must all be as long as its header or its first row says."
        "2 3\nSBT\n..\n0 0"
    RleError "rle-error" Error false
        "Run-length code that cannot be read"
        "A count must stand before a square or a group in parentheses, groups must be closed, and the board that results must stay within the limits."
        "5#|#@$.#|#3(#|5#"
    UnreachableBox "unreachable-box" Error false
        "A box that the player can never reach"
        "The box is off target, and the player cannot get to it even with all other boxes taken away. The level cannot be solved."
        "#########\n#@$.#$ .#\n#########"
    UnreachableTarget "unreachable-target" Warning false
        "A target that can never be reached"
        "No box can ever be pushed to this target. When the boxes inside need it, the level cannot be solved and this is an error."
        "#######\n#@$.#.#\n#######"
    DeadSquare "dead-square" Error false
        "A box on a dead square"
        "No sequence of pushes brings this box to any target, even with all other boxes taken away. The level cannot be solved."
        "#######\n#@ $. #\n#    $#\n#  .  #\n#######"
    FrozenBox "frozen-box" Error false
        "Boxes that block each other for ever"
        "None of these boxes can ever be pushed again, or only onto squares from which no target can be reached, and at least one is off target. The level cannot be solved."
        "########\n#@     #\n#  $$  #\n#  $$..#\n#    ..#\n########"
    TargetShortage "target-shortage" Error false
        "Too few targets for these boxes"
        "These boxes can only reach fewer targets than they are. The level cannot be solved."
        "########\n#.$ $  #\n#  @   #\n#   .  #\n########"
    Deadlock "deadlock" Error false
        "Boxes that cannot be solved together"
        "These boxes cannot all be brought to targets, whatever the other boxes do. Found by exhausting a search with only these boxes on the board."
        "############\n#  . #######\n# $@ $ $..##\n#    #######\n############"
    Unsolvable "unsolvable" Error false
        "No solution"
        "The search went through everything that could lead to a solution and found none. This is a proof."
        "########\n#@$ $..#\n########"
    SolutionIllegal "solution-illegal" Error false
        "A stored solution breaks"
        "The stored moves cannot be played on this board: at the marked character the player would walk into a wall or push a box that cannot move."
        "#####\n#@$.#\n#####\n\nSolution\nrR"
    SolutionIncomplete "solution-incomplete" Error false
        "A stored solution does not solve the level"
        "The stored moves can be played, but when they end some box is not on a target."
        "######\n#@$ .#\n######\n\nSolution\nR"
    SolutionNotMinimal "solution-not-minimal" Hint false
        "A shorter solution is known"
        "The stored solution takes more pushes, or as many pushes and more moves, than another solution that the search found."
        "######\n#@$ .#\n#    #\n######\n\nSolution\nduRR"
    AlreadySolved "already-solved" Hint false
        "The level starts solved"
        "Every box already stands on a target: 0 pushes and 0 moves solve it. Some authors do this on purpose."
        "#####\n#@* #\n#####"
    Decoration "decoration" Hint false
        "A box outside the player's area"
        "The box stands on a target that the player can never reach. It does not count, and some programs refuse such boards."
        "########\n#@$.#*##\n########"
    TileSet "tile-set" Error true
        "The numbers are not 0 to n-1 once each"
        "A sliding puzzle needs every number from 0 (the blank) to the number of cells less one, once each, in its start and in its goal."
        "[[1,2,3],[4,4,0]]"
    TileParity "tile-parity" Error false
        "The goal cannot be reached by sliding"
        "Sliding keeps the parity of the arrangement, and start and goal differ in it. This is a proof; no search is needed."
        "[[1,2,3],[5,4,0]]"
    TooLarge "too-large" Hint false
        "Too large"
        "The board is larger than what is searched, or than what common programs load (50 x 50)."
        ""
}

impl Code {
    pub fn rule(self) -> &'static Rule {
        &RULES[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.rule().name
    }

    pub fn from_name(name: &str) -> Option<Code> {
        RULES.iter().find(|rule| rule.name == name).map(|rule| rule.code)
    }

    /// A finding's weight under `strictness`, given the weight it has by itself.
    pub fn severity(self, own: Severity, strictness: Strictness) -> Severity {
        match strictness {
            Strictness::Draft if self.rule().drafting => Severity::Information,
            Strictness::Publish if own == Severity::Hint => Severity::Warning,
            _ => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_codes_and_names_are_unique() {
        for (index, rule) in RULES.iter().enumerate() {
            assert_eq!(rule.code as usize, index);
            assert_eq!(Code::from_name(rule.name), Some(rule.code));
        }
    }

    #[test]
    fn strictness_turns_only_what_it_names() {
        use Severity::*;
        let weigh = |code: Code, strictness| code.severity(code.rule().severity, strictness);
        assert_eq!(weigh(Code::MissingPlayer, Strictness::Draft), Information);
        assert_eq!(weigh(Code::MissingPlayer, Strictness::Publish), Error);
        assert_eq!(weigh(Code::Unsolvable, Strictness::Draft), Error);
        assert_eq!(weigh(Code::AlreadySolved, Strictness::Normal), Hint);
        assert_eq!(weigh(Code::AlreadySolved, Strictness::Publish), Warning);
    }
}
