/** The grammar on boards of every notation. The second text of each test is what `picture` draws of the first. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { IGrammar } from "vscode-textmate";
import { loadGrammar, picture } from "./scopes";

let grammar: IGrammar;
before(async () => {
  grammar = await loadGrammar();
});

function check(name: string, text: string, expected: string): void {
  test(name, () => assert.equal(picture(grammar, text.slice(1)), expected.slice(1)));
}

check(
  "a board with its title above and its keys below",
  `
Steaming Hot

 ####
##*.#
#-$@+#
#_b#
#####
Author: Somebody
Comment: quiet
a note`,
  `
TTTTTTTTTTTT

 wwww
wwxtw
wfbpyw
wfbw
wwwww
kkkkkk, vvvvvvvv
kkkkkkk, ccccc
`,
);

check(
  "headings behind a semicolon are titles, other such lines comments",
  `
; 12
###

; Level 3
; Copyright: David W. Skinner
:: for people only
'derived from another'`,
  `
, TT
www

, TTTTTTT
ccccccccccccccccccccccccccccc
cccccccccccccccccc
TTTTTTTTTTTTTTTTTTTTTT`,
);

check(
  "pushes differ from moves",
  `
Solution 33/8
dlUrrrdLull
2(rU)l`,
  `
TTTTTTTTTnnnn
mmUmmmmUmmm
n,mU,m`,
);

check(
  "compass letters are moves below a solution title only",
  `
Solution 13/3
nnWWeesswwwnN

sees news`,
  `
TTTTTTTTTnnnn
mmUUmmmmmmmmU

TTTTTTTTT`,
);

check(
  "a solution in a key",
  `
Solution: ruuLL`,
  `
kkkkkkkk, mmmUU`,
);

check(
  "from the first S or T on, a dot is floor",
  `
######
#T####
#..B.#
#.##.#
#...S#
######

####
# .#
####`,
  `
wwwwww
wtwwww
wffbfw
wfwwfw
wfffpw
wwwwww

wwww
w tw
wwww`,
);

check(
  "arrays of letters, in the quotes and brackets of several languages",
  `
grid = [["#","T"],
        ["S","B"]]
["#T.B",
{'#', '.'}`,
  `
iiii ,   ,w,,,t, ,
         ,p,,,b,
 ,wtfb,,
 ,w,, ,f,`,
);

check(
  "sliding boards",
  `
[[4,1,2],[5,0,3]]

1 2 3
4 x 5`,
  `
  n,n,n , n,n,n

n n n
n   n`,
);

check(
  "glyphs",
  `
■■■■■■
■◎□●♂■
■■■■■■`,
  `
wwwwww
wtfbpw
wwwwww`,
);

check(
  "run lengths",
  `
4#|#2-.#|#2($@)#|4#`,
  `
nw,wnftw,wnnbpnw,nw`,
);

check(
  "a comment block reaches over blank lines, and an unfinished one ends at the next board",
  `
Comment:
one

two
Comment-End:
Comment:
three

####
#@.#`,
  `
kkkkkkk,
ccc

ccc
kkkkkkkkkkk,
kkkkkkk,
ccccc

wwww
wptw`,
);

check(
  "what only looks like a board or like moves is text",
  `
#50 (3)
#12

Level 3: The End
A note on lurd and #hash
2000`,
  `
TTTTTTT


TTTTTTTTTTTTTTTT

nnnn`,
);

check(
  "rows that are half typed",
  `
####
  $ .
@`,
  `
wwww
  b t
p`,
);
