//! Turning, trimming, normalising, run-length code.

use crate::{check, refuses};

#[test]
fn a_level_turns_with_its_solution_and_nothing_else() {
    let level = |board: &str, moves: &str, snapshot: &str| {
        format!("A title\n\n{board}\nAuthor: me\n\nSolution 4/3\n{moves}\n\nSnapshot\n{snapshot}\n\nlast words\n")
    };
    let before = &level("########\n#@ $  .#\n#  #####\n####", "rRRR", "[d]*r");
    check("mirror", before, &level("########\n#.  $ @#\n#####  #\n    ####", "lLLL", "[d]*l"));
    check("flip", before, &level("####\n#  #####\n#@ $  .#\n########", "rRRR", "[u]*r"));
    check("rotate-right", before, &level("####\n# @#\n#  #\n##$#\n # #\n # #\n #.#\n ###", "dDDD", "[l]*d"));
    check("rotate-left", before, &level("###\n#.#\n# #\n# #\n#$##\n#  #\n#@ #\n####", "uUUU", "[r]*u"));
    check("transpose", before, &level("####\n#@ #\n#  #\n#$##\n# #\n# #\n#.#\n###", "dDDD", "[r]*d"));
}

#[test]
fn the_authors_own_characters_are_kept() {
    check("mirror", "-####\n-#--#\n##bo#\n#p__#\n#####\n", "####-\n#--#-\n#ob##\n#__p#\n#####\n");
    check("mirror", "  #####\n  #@$.#\n  #####", "  #####\n  #.$@#\n  #####");
    check("mirror", "5#|#@$.#|5#\n", "5#|#.$@#|5#\n");
    check("mirror", "7#\n#@-$-.#\n7#\n", "7#\n#.-$-@#\n7#\n");
    check("mirror", "■■■■■\n■♂●◎■\n■■■■■\n", "■■■■■\n■◎●♂■\n■■■■■\n");
    check("flip", "🧱🧱🧱\n⬜️♂⬜️\n⬜️●⬜️\n⬜️◎⬜️\n", "⬜️◎⬜️\n⬜️●⬜️\n⬜️♂⬜️\n🧱🧱🧱\n");
}

#[test]
fn a_column_of_nothing_becomes_a_row_that_does_not_cut_the_board() {
    check("rotate-right", "##### ###\n#@$.# #*#\n##### ###\n", "###\n#@#\n#$#\n#.#\n###\n-\n###\n#*#\n###\n");
}

#[test]
fn every_notation_turns() {
    check("rotate-right", "SB.T\n....\n\nSolution\nEE\n", ".S\n.B\n..\n.T\n\nSolution\nSS\n");
    check("rotate-right", "2 4\nSB.T\n....\n0 0\n", "4 2\n.S\n.B\n..\n.T\n0 0\n");
    check(
        "rotate-right",
        "grid = [[\"S\",\"B\",\"T\"],\n        [\"#\",\".\",\"#\"]];\n",
        "grid = [[\"#\",\"S\"],\n        [\".\",\"B\"],\n        [\"#\",\"T\"]];\n",
    );
    check("rotate-right", "[[\"S\",\"B\",\"T\"]]\n", "[[\"S\"],[\"B\"],[\"T\"]]\n");
    check(
        "rotate-left",
        "[[\"S\"],[\"B\"],[\"T\"]]\n",
        "[[\"T\",\"B\",\"S\"]]\n".replace("T\",\"B\",\"S", "S\",\"B\",\"T").as_str(),
    );
    check("rotate-right", "{{'S','B','T'}};\n", "{{'S'},{'B'},{'T'}};\n");
    check("mirror", "[\"#SB.T#\",\n \"######\"]\n", "[\"#T.BS#\",\n \"######\"]\n");
}

#[test]
fn what_cannot_be_turned_says_why() {
    refuses("mirror", "[[1,2,3],[4,0,5]]\n", "sliding puzzle");
    refuses("mirror", "#####\n#@$x#\n#  .#\n#####\n", "cannot be read");
    refuses("mirror", "#####\n#@$.#\n#####\nGoalorder: 1\n", "Goalorder");
    refuses("mirror", "> #####\n> #@$.#\n> #####\n", "mail");
    refuses("trim", "#####\n#@$.\n#####\n", "open at E2");
    refuses("normalise", "#####\n# $.#\n#####\n", "one player");
    refuses("collapse", "SB.T\n....\n", "xsb");
    refuses("expand", "#####\n#@$.#\n#####\n", "no run-length code");
}

#[test]
fn trimming_takes_what_touches_nothing() {
    check("trim", "#######\n#######\n##@$.##\n#######\n    ###\n", "#####\n#@$.#\n#####\n");
    check("trim", "#######\n#@$.###\n####### *\n", "#####\n#@$.#\n#####   *\n");
    check("trim", "2 3\nSBT\n###\n0 0\n", "2 3\nSBT\n###\n0 0\n");
    check("trim", "4 7\n#######\n#######\n##SB.T#\n#######\n0 0\n", "3 6\n######\n#SB.T#\n######\n0 0\n");
    let pillar = "##########\n#@ $    .#\n#  ###   #\n#  ###   #\n#  ###   #\n#        #\n##########\n";
    check("trim", pillar, pillar);
}

#[test]
fn the_normal_board_is_the_players_area_in_plain_signs() {
    check(
        "normalise",
        " ########\n #pb.#**#\n ###  ###\n   ####\n\nSolution\nR\n",
        "#####\n#@$.##\n###  #\n  ####\n\nSolution\nR\n",
    );
    check("normalise", "######\n#SBT#.\n######\n", "#####\n#SBT#\n#####\n");
}

#[test]
fn run_length_code_goes_both_ways() {
    check("collapse", "  ####\n###  #\n#@$ .#\n######\n", "--4#|3#--#|#@$-.#|6#\n");
    check("expand", "--4#|3#--#|#@$-.#|6#\n", "--####\n###--#\n#@$-.#\n######\n");
    check("expand", "6#|#@$-.#|6#\n\nSolution\n2(R)\n", "######\n#@$-.#\n######\n\nSolution\nRR\n");
    check("collapse", "#####\n#@$.#\n#####\n-\n#####\n#####\n", "5#|#@$.#|5#|-|5#|5#\n");
}
