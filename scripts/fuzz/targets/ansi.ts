import { Markdown } from "../../../packages/tui/src/markdown/markdown.ts";
import { drawMermaid } from "../../../packages/tui/src/mermaid/draw-mermaid.ts";
import { guardRow } from "../../../packages/tui/src/screen/frame/row-guard.ts";
import { randomText } from "../../../packages/tui/src/testing/random-text.ts";
import { graphemes } from "../../../packages/tui/src/text/graphemes.ts";
import { plainText, sanitizeText, terminalText, visibleText } from "../../../packages/tui/src/text/sanitize.ts";
import { sliceWithWidth } from "../../../packages/tui/src/text/slice.ts";
import { truncateToWidth } from "../../../packages/tui/src/text/truncate.ts";
import { visibleWidth } from "../../../packages/tui/src/text/visible-width.ts";
import { wrapTextWithAnsi } from "../../../packages/tui/src/text/wrap.ts";
import { plainTheme } from "../../../packages/tui/src/theme/plain-theme.ts";
import { inChunks } from "../chunks.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

const WIDTH = 30;
const STREAMED_CHUNK = 400;
const theme = plainTheme();

/** Hostile text on its way to the screen: cleaned, wrapped, cut, drawn as Markdown. */
export const ansi: FuzzTarget = {
	name: "ansi",
	corpus: [
		"plain \x1b[31mred\x1b[0m text\r\nnext\rover\tx",
		"\x1b]8;;http://example.com\x1b\\link\x1b]8;;\x1b\\ \x1b]66;s=2;big\x07 \x1b]0;title\x07",
		"\x1b[2J\x1b[10;10H\x1b[?25l\x9b31m\x90q\x9c\x1bPq#0\x1b\\\x1b_Gf=100;AAAA\x1b\\",
		"# Title\n\n- a\n  1. b\n> quote\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|:-:|\n| 日本 | `x` |\n\n$$x^2$$",
		"graph TD\nA[one] -->|yes| B{two}\nB --- C\nsubgraph x\nC --> A\nend\n",
		"sequenceDiagram\nparticipant A\nA->>B: hi\nNote over A,B: x\nloop y\nB-->>A: 漢字\nend\n",
		"**bold *both* ~~gone~~** [text](http://x 'title') ![i](y) <http://z> &amp; `` ` `` [a]: b",
	],
	shapes: [
		{ before: "", unit: "\r", after: "x" },
		{ before: "\0---\n\x1b]", unit: "|", after: "\x1b]8;;\x1b\\\x1b[" },
		{ before: "", unit: "`", after: "" },
		{ before: "", unit: "1. ", after: "x" },
		{ before: "> ~~<", unit: ">", after: "](" },
		{ before: "x\n$", unit: "`", after: "" },
		{ before: "x\n", unit: "\\[", after: "" },
		{ before: "x\n", unit: "\\(", after: "" },
		{ before: "x\n", unit: "$$a", after: "" },
		{ before: "x\n$", unit: "`a``", after: "" },
		{ before: "", unit: ";", after: "" },
		{ before: "graph TD\nA-->B", unit: ";", after: "" },
	],
	words: [
		"\x1b",
		"\x1b[",
		"\x1b]",
		"\x1bP",
		"\x1b_",
		"\x1b\\",
		"\x1b[31m",
		"\x1b[0m",
		"\x1b[1;2;3",
		"\x1b[K",
		"\x1b[2J",
		"\x1b]8;;http://x\x07",
		"\x1b]8;;\x1b\\",
		"\x1b]66;s=2:w=3;ab\x07",
		"\x07",
		"\x9b",
		"\x9d",
		"\x9c",
		"\r",
		"\n",
		"\n\n",
		"\t",
		"\0",
		" ",
		"a",
		"漢",
		"\u0301",
		"👩‍👩‍👧",
		"\u200d",
		"\u202e",
		"\ud800",
		"*",
		"**",
		"_",
		"~~",
		"`",
		"```\n",
		"# ",
		"> ",
		"- ",
		"1. ",
		"[",
		"]",
		"](",
		")",
		"![",
		"|",
		"|-|\n",
		"<",
		">",
		"</a>",
		"&",
		"&amp;",
		"\\",
		"$",
		"$$",
		"\\frac{",
		"}",
		"^",
		"    ",
		"[a]: b\n",
		"http://",
		"<!--",
		"---\n",
		"graph LR\n",
		"sequenceDiagram\n",
		"A-->B\n",
		"A[x] --> ",
		"A->>B: x\n",
		"subgraph y\n",
		"end\n",
		"===\n",
	],
	generate(random) {
		const line = () =>
			random.pick(["", "# ", "- ", "> ", "1. ", "    ", "| ", "```\n", "$$\n"]) +
			randomText(random, 30) +
			random.pick(["", " | b |\n|---|---|", "**", "`x`", "\r", "](u)"]);
		return Array.from({ length: 1 + random.below(8) }, line).join("\n");
	},
	run(input) {
		const safe = sanitizeText(input);
		if (sanitizeText(safe) !== safe) throw new Error("cleaning twice changes the text");
		if (/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(safe.replace(/\x1b\[[0-9;:]*m/g, "")))
			throw new Error("a control is left");
		if (/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(plainText(input))) throw new Error("a control is left in plain text");
		if (/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(visibleText(input))) throw new Error("a control is left in visible text");
		terminalText(input);
		for (const row of wrapTextWithAnsi(safe, WIDTH)) mustFit(row, "wrapped");
		wrapTextWithAnsi(input, WIDTH);
		for (const text of [safe, input]) {
			const [line = ""] = text.split("\n");
			mustFit(sliceWithWidth(line, 3, 3 + WIDTH).text, "slice");
			mustFit(truncateToWidth(line, WIDTH), "truncated");
			mustBeHarmless(guardRow(line, WIDTH));
		}
		for (const row of drawMermaid(plainText(input), WIDTH, theme) ?? []) mustFit(row, "diagram");
		for (const row of new Markdown({ theme }, input).render(WIDTH)) mustFit(row, "Markdown");
		const streamed = new Markdown({ theme });
		for (const chunk of inChunks(input, STREAMED_CHUNK)) streamed.append(chunk);
		streamed.render(WIDTH);
		streamed.settledRows();
		streamed.finish();
		for (const row of streamed.render(WIDTH)) mustBeHarmless(guardRow(row, WIDTH));
	},
};

function mustFit(row: string, what: string): void {
	if (visibleWidth(row) <= WIDTH) return;
	// The sum differs for clusters that no terminal agrees about; the row guard cuts what is too much.
	const columns = graphemes(Bun.stripANSI(row)).reduce((sum, cluster) => sum + visibleWidth(cluster), 0);
	if (columns > WIDTH || what === "row") throw new Error(`${what}: too wide`);
}

const COMPLETE = /\x1b(?:\[[0-9;:]*m|\][^\x07\x1b]*(?:\x07|\x1b\\)|[P_][^\x1b]*\x1b\\)/g;

/** Of a row on the screen nothing may move the cursor or take what follows for its own. */
function mustBeHarmless(row: string): void {
	mustFit(row, "row");
	if (/[\x00-\x1f\x7f-\x9f]/.test(row.replace(COMPLETE, ""))) throw new Error("row: a control is left");
}
