/** The page of the board view: its parts stand here, the view's own script fills them. */
import { TOOLS } from "../../shared/brush";

export interface Sources {
  csp: string;
  script: string;
  style: string;
  nonce: string;
}

/** Nothing is loaded but the one script and the one style sheet; pictures are made in the page itself. */
export function page({ csp, script, style, nonce }: Sources): string {
  const policy = `default-src 'none'; img-src data: blob:; style-src ${csp}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Board</title>
</head>
<body>
<header>
<div class="names"><h1 id="name">Board</h1><p id="verdict"></p></div>
<nav aria-label="Levels" id="levels">${button("previous", "left", "Previous level")}<span id="place"></span>${button("next", "right", "Next level")}</nav>
</header>
<div class="bar" role="toolbar" aria-label="Board">
<div class="segments" role="radiogroup" aria-label="What to do">${segment("solution", "Solution")}${segment("play", "Play")}${segment("paint", "Paint")}</div>
<span class="group">
${toggle("dead", "dead", "Show dead squares: from there no box reaches a target")}
${button("smaller", "minus", "Smaller")}${button("fit", "fit", "Fit the board into the view")}${button("larger", "plus", "Larger")}
${button("export", "save", "Save as a picture or an animation")}
</span>
</div>
<main id="stage" tabindex="0" role="application" aria-describedby="help"><p id="why" hidden></p></main>
<footer>
<section id="solution-bar" aria-label="Replay" hidden>
<div class="row">
<span class="group">${button("start", "start", "To the start (Home)")}${button("back", "back", "One move back (←)")}${button("run", "run", "Play (Space)")}${button("step", "step", "One move on (→)")}${button("end", "end", "To the end (End)")}</span>
<input type="range" id="slider" min="0" max="0" value="0" aria-label="Move">
<output id="count" for="slider"></output>
</div>
<div class="row">
<select id="which" aria-label="Solution"></select>
<label class="speed">Speed <select id="speed"><option value="2">2</option><option value="5">5</option><option value="10">10</option><option value="25">25</option></select> <span class="unit">moves a second</span></label>
</div>
</section>
<section id="play-bar" aria-label="Play" hidden>
<div class="row">
<span class="group">${button("undo", "undo", "Undo (U, Ctrl+Z)")}${button("redo", "redo", "Redo (Ctrl+Y)")}${button("restart", "restart", "Start again (Home)")}</span>
<output id="played"></output>
<button type="button" id="insert" class="main" disabled>Insert as solution</button>
</div>
</section>
<section id="paint-bar" aria-label="Paint" hidden>
<div class="row tools" role="radiogroup" aria-label="Brush">${TOOLS.map(brush).join("")}</div>
</section>
<p id="help"></p>
<ul id="findings" aria-label="Findings"></ul>
<p id="said" role="status" aria-live="polite"></p>
</footer>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** Drawn on a grid of 16, with lines as thick as the editor's own icons have. */
const ICONS: Record<string, string> = {
  left: '<path d="M10 3.5L5.5 8l4.5 4.5"/>',
  right: '<path d="M6 3.5L10.5 8 6 12.5"/>',
  minus: '<path d="M3.5 8h9"/>',
  plus: '<path d="M3.5 8h9M8 3.5v9"/>',
  fit: '<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"/>',
  save: '<path d="M8 2v7.5M4.8 6.8L8 9.8l3.2-3M2.5 11v2.5h11V11"/>',
  dead: '<path d="M2.5 2.5h11v11h-11zM5.5 5.5l5 5m0-5l-5 5"/>',
  start: '<path d="M3.5 3v10M13 3.5L6.5 8l6.5 4.5z" class="solid"/>',
  back: '<path d="M11 3.5L4.5 8l6.5 4.5z" class="solid"/>',
  run: '<g class="play"><path d="M4.5 3l8 5-8 5z" class="solid"/></g><g class="pause"><path d="M5 3v10M11 3v10" class="thick"/></g>',
  step: '<path d="M5 3.5L11.5 8 5 12.5z" class="solid"/>',
  end: '<path d="M12.5 3v10M3 3.5L9.5 8 3 12.5z" class="solid"/>',
  undo: '<path d="M5.5 3L2.5 6l3 3M2.5 6h6.8a3.7 3.7 0 0 1 0 7.4H5"/>',
  redo: '<path d="M10.5 3l3 3-3 3M13.5 6H6.7a3.7 3.7 0 0 0 0 7.4H11"/>',
  restart: '<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.2v2.6h-2.6"/>',
};

function icon(name: string): string {
  return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${ICONS[name]}</svg>`;
}

function button(id: string, name: string, title: string): string {
  return `<button type="button" id="${id}" title="${title}" aria-label="${title}">${icon(name)}</button>`;
}

function toggle(id: string, name: string, title: string): string {
  return `<button type="button" id="${id}" title="${title}" aria-label="${title}" aria-pressed="false">${icon(name)}</button>`;
}

function segment(mode: string, title: string): string {
  return `<button type="button" role="radio" aria-checked="false" data-mode="${mode}">${title}</button>`;
}

function brush({ tool, title, key }: (typeof TOOLS)[number]): string {
  return (
    `<button type="button" role="radio" aria-checked="false" data-tool="${tool}" title="${title} (${key})">` +
    `<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"></svg><span>${title}</span></button>`
  );
}
