import type { Random } from "@oh-my-pi/pi-testkit/seeded-random";

const GLYPHS: readonly [string, ...string[]] = [
	"a",
	"Z",
	"7",
	".",
	" ",
	" ",
	"日",
	"本",
	"e\u0301",
	"👩‍👩‍👧‍👦",
	"🇩🇪",
	"🇩",
	"✔",
	"⚠️",
	"☑",
	"👍🏽",
	"1️⃣",
	"\u200d",
	"\u0301",
	"\u200b",
	"ก็",
	"नि",
	"क्षि",
	"각",
	"\u1100\u1161\u11a8",
	"ﷺ",
	"\ufe0f",
	"❤️",
	"☎︎",
	"🏴󠁧󠁢󠁥󠁮󠁧󠁿",
	"\u00ad",
	"…",
	"│",
	"Ω",
	"ﾊﾞ",
	"か\u3099",
	"🫠",
	"𝒳",
];
const STYLES: readonly [string, ...string[]] = [
	"\x1b[31m",
	"\x1b[1m",
	"\x1b[2m",
	"\x1b[0m",
	"\x1b[m",
	"\x1b[39m",
	"\x1b[1;4;38;5;200m",
	"\x1b[48;2;1;2;3m",
	"\x1b[22m",
	"\x1b]8;;http://x\x07",
	"\x1b]8;id=1;http://y\x1b\\",
	"\x1b]8;;\x1b\\",
];

/**
 * Text with everything that makes columns hard to count: emoji sequences, wide and combining characters, styles, links.
 */
export function randomText(random: Random, maxGlyphs = 24): string {
	let text = "";
	for (let count = random.below(maxGlyphs + 1); count > 0; count--) {
		if (random.chance(0.2)) text += random.pick(STYLES);
		text += random.pick(GLYPHS);
	}
	return text;
}
