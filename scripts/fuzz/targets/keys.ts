import { legacyKeys } from "../../../packages/tui/src/input/legacy-keys.ts";
import { chordReadings, isKeyRelease, parseKey } from "../../../packages/tui/src/input/parse-key.ts";
import { parseMouse } from "../../../packages/tui/src/input/parse-mouse.ts";
import type { InputEvent } from "../../../packages/tui/src/input/sequence-buffer.ts";
import { typedText } from "../../../packages/tui/src/input/typed-text.ts";
import { InputRouter } from "../../../packages/tui/src/terminal/input-router.ts";
import { ManualClock } from "../../../packages/tui/src/testing/manual-clock.ts";
import { inChunks } from "../chunks.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

const SMALL_CHUNK = 5;
const LONG_WAIT_MS = 1000;

/** What the terminal sends: keys, pastes, mouse and replies, in reads of any size. */
export const keys: FuzzTarget = {
	name: "keys",
	corpus: [
		"hello\r",
		"\x1b[A\x1b[1;5C\x1bOP\x1b[15;2~\x1b[[A",
		"\x1b[97;5u\x1b[97:65:97;2:1;65u\x1b[57399;1:3u",
		"\x1b[27;5;13~\x1b[27;2;65~",
		"\x1b[200~pasted\r\ntext \x1b[31m\x1b[201~",
		"\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<65;1;1M",
		"\x1b]11;rgb:ffff/0000/0000\x1b\\\x1b[?62;4c\x1b[?2026;1$y\x1b[10;20R",
		"\x1bP>|term\x1b\\\x1b_Gi=1;OK\x1b\\",
		"\x1b\x1b[A\x1b\x1b",
		"日本語👩‍👩‍👧",
	],
	shapes: [
		{ before: "\x1b]", unit: "9", after: "" },
		{ before: "\x1bO", unit: ";", after: "" },
		{ before: "", unit: "\x1b", after: "" },
		{ before: "", unit: "\r", after: "" },
	],
	words: [
		"\x1b",
		"\x1b\x1b",
		"\x1b[",
		"\x1bO",
		"\x1b]",
		"\x1bP",
		"\x1b_",
		"\x1b\\",
		"\x07",
		"\x9c",
		"\x1b[200~",
		"\x1b[201~",
		"\x1b[20",
		"[",
		"O",
		"A",
		"u",
		"~",
		"R",
		"c",
		"M",
		";",
		":",
		"<",
		"?",
		"0",
		"1",
		"27",
		"97",
		"200",
		"999999999",
		"57399",
		"\r",
		"\n",
		"\t",
		"\0",
		"\x7f",
		"\b",
		"a",
		" ",
		"é",
		"漢",
		"\u0301",
		"👍🏽",
		"\ud83d",
		"\udc4d",
	],
	generate(random) {
		const number = () =>
			random.pick(["", "0", "1", "2", "5", "13", "27", "97", "127", "57399", "1114112", "4294967296"]);
		const field = () => Array.from({ length: 1 + random.below(3) }, number).join(":");
		const key = () => {
			const fields = Array.from({ length: random.below(4) }, field).join(";");
			switch (random.below(7)) {
				case 0:
					return random.pick(["a", "Z", "é", "漢", "\r", "\t", "\x03", "\x7f", "👩‍👩‍👧"]);
				case 1:
					return `\x1b[${fields}${random.pick([..."ABCDHFPu~^$@ZRIO"])}`;
				case 2:
					return `\x1bO${number()}${random.pick([..."ABCDPQRSMjk"])}`;
				case 3:
					return `\x1b[<${number()};${number()};${number()}${random.pick(["M", "m"])}`;
				case 4:
					return `\x1b[200~x${random.pick(["\x1b[201~", "", "\x1b[20"])}`;
				case 5:
					return `\x1b]${random.pick(["11;rgb:1/2/3", "99;i=1:p=?", "5522;type=read"])}${random.pick(["\x07", "\x1b\\", ""])}`;
				default:
					return `\x1b${random.pick(["a", "\r", "\x7f", "\x1b[A", ""])}`;
			}
		};
		return Array.from({ length: 1 + random.below(12) }, key).join("");
	},
	run(input) {
		const whole = collectEvents([input]);
		const pieces = collectEvents(inChunks(input, SMALL_CHUNK));
		for (const data of [input, ...whole, ...pieces]) readKey(data);
	},
};

function collectEvents(chunks: readonly string[]): string[] {
	const clock = new ManualClock();
	const events: string[] = [];
	const keep = ({ data }: InputEvent) => events.push(data);
	const router = new InputRouter({
		clock,
		onInput: keep,
		onReply: () => {},
		onFocus: () => {},
		rawBackspaceIsCtrl: true,
	});
	for (const chunk of chunks) router.push(chunk, { expectsReply: false });
	clock.advance(LONG_WAIT_MS);
	if (clock.pendingTimers > 0) throw new Error("a timer is left");
	return events;
}

function readKey(data: string): void {
	const key = parseKey(data);
	if (key && typeof key.name !== "string") throw new Error("a key without a name");
	chordReadings(data);
	isKeyRelease(data);
	parseMouse(data);
	typedText(data);
	legacyKeys(data, { applicationCursor: true });
}
