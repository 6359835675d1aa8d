//! The table of rules. Diagnostics, explanations, settings and documentation are made from it.

use std::collections::BTreeMap;

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

    pub const ALL: [Severity; 4] = [Severity::Hint, Severity::Information, Severity::Warning, Severity::Error];

    pub fn from_name(name: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.name() == name)
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
    MixedNotation "mixed-notation" Warning false
        "Two ways of writing are mixed"
        "The board writes the same things with letters (`b`, `p`) and with signs (`$`, `@`), or the file is read as `xsb` by other programs and this level is not written so. `.` is a target in one of them and floor in the other."
        "#######\n#@$ b.#\n#    .#\n#######"
    SplitBoard "split-board" Warning false
        "An empty line cuts a board in two"
        "Readers end a board at an empty line. What stands above and below it makes one good board when the line is taken out, or, where the row is meant to be empty, when it holds a `-`."
        "#######\n#@$  .#\n\n#     #\n#######"
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
    SolutionCase "solution-case" Hint false
        "A push is written as a move, or a move as a push"
        "Pushes are written in capitals and other moves in small letters. The solution can be played all the same; programs that count the capitals get a wrong number of pushes."
        "######\n#@$ .#\n######\n\nSolution\nRr"
    SolutionCount "solution-count" Warning false
        "The numbers of a solution are wrong"
        "The title of a stored solution says its moves and pushes, as in `Solution 33/8`. Played on the board it takes other numbers."
        "######\n#@$ .#\n######\n\nSolution 3/2\nRR"
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
    UnusedFloor "unused-floor" Hint false
        "Floor that the solution never uses"
        "In the best solution the player never walks here and no box is pushed here. A wall in its place would make the level smaller and leave the solution as it is."
        "#######\n#@$ .##\n##    #\n#######"
    UnmovedBox "unmoved-box" Hint false
        "A box that the solution never moves"
        "In the best solution this box stays where it is, on its target. A wall would do as well."
        "#######\n#@$ .##\n#    *#\n#######"
    RedundantWall "redundant-wall" Hint false
        "Walls that enclose nothing"
        "These walls lie outside and touch no square that the player could walk on, not even at a corner. The level is the same without them."
        "#####\n#@$.#\n#####\n##"
    DuplicateLevel "duplicate-level" Warning false
        "The same level twice"
        "Two levels are the same when their boards are equal after turning and mirroring, without what the player can never reach."
        "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####"
    DuplicateTitle "duplicate-title" Hint false
        "The same title twice"
        "Two levels of this file have the same title, which makes them hard to tell apart in a list."
        "One\n\n#####\n#@$.#\n#####\n\nOne\n\n######\n#@$ .#\n######"
    TitleIsMoves "title-is-moves" Warning false
        "A title that reads like moves"
        "The title has only letters of moves (`l u r d`). Other programs take such a line for a solution, and the level loses its title."
        "Dull\n\n#####\n#@$.#\n#####"
    UnterminatedComment "unterminated-comment" Warning false
        "A comment without an end"
        "A `Comment:` block ends at `Comment-End:`. Without that line, readers differ in what belongs to the comment; some take in the next level."
        "#####\n#@$.#\n#####\nComment:\nmy first level"
    Metadata "metadata" Warning false
        "A key that readers will misread"
        "A key is given twice or has no value, or a value that is not known."
        "#####\n#@$.#\n#####\nAuthor: A\nAuthor: B"
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
        "#####################################################\n#@                        $                        .#\n#####################################################"
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
}

/// How findings are weighed: by strictness, and by code where somebody wants it otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    pub strictness: Strictness,
    /// What is wanted for single codes; `None` turns the finding off.
    pub wanted: BTreeMap<Code, Option<Severity>>,
}

impl Weights {
    /// A finding's weight, given the weight that it has by itself; `None` if it is not to be shown.
    pub fn of(&self, code: Code, own: Severity) -> Option<Severity> {
        if let Some(wanted) = self.wanted.get(&code) {
            return *wanted;
        }
        Some(match self.strictness {
            Strictness::Draft if code.rule().drafting => Severity::Information,
            Strictness::Publish if own == Severity::Hint => Severity::Warning,
            _ => own,
        })
    }
}

impl From<Strictness> for Weights {
    fn from(strictness: Strictness) -> Weights {
        Weights { strictness, wanted: BTreeMap::new() }
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
        let weigh = |code: Code, strictness| Weights::from(strictness).of(code, code.rule().severity);
        assert_eq!(weigh(Code::MissingPlayer, Strictness::Draft), Some(Information));
        assert_eq!(weigh(Code::MissingPlayer, Strictness::Publish), Some(Error));
        assert_eq!(weigh(Code::Unsolvable, Strictness::Draft), Some(Error));
        assert_eq!(weigh(Code::AlreadySolved, Strictness::Normal), Some(Hint));
        assert_eq!(weigh(Code::AlreadySolved, Strictness::Publish), Some(Warning));
    }

    #[test]
    fn a_wish_for_one_code_wins_over_strictness() {
        let wanted = [(Code::MissingPlayer, Some(Severity::Error)), (Code::AlreadySolved, None)];
        let weights = Weights { strictness: Strictness::Draft, wanted: wanted.into() };
        assert_eq!(weights.of(Code::MissingPlayer, Severity::Error), Some(Severity::Error));
        assert_eq!(weights.of(Code::AlreadySolved, Severity::Hint), None);
        assert_eq!(weights.of(Code::MissingBox, Severity::Error), Some(Severity::Information));
    }
}
