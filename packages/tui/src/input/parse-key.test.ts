import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { describeChord, parseChord } from "./chord.ts";
import { chordReadings, isKeyRelease, matchesKey, parseKey } from "./parse-key.ts";
import { typedText } from "./typed-text.ts";

describe("parseChord", () => {
	test("order of modifiers and case do not matter", () => {
		expect([
			parseChord("Shift+Ctrl+P"),
			parseChord("super+alt+backspace"),
			parseChord("ctrl++"),
			parseChord("F12"),
		]).toEqual(["ctrl+shift+p", "alt+super+backspace", "ctrl++", "f12"]);
	});

	test("unknown keys are rejected", () => {
		expect(["", "ctrl+", "foo+a", "ctrl+ctrl+a", "ctrl+foo", "f25"].map(parseChord)).toEqual(Array(6).fill(undefined));
	});

	test("hints use the usual spelling", () => {
		expect(describeChord("ctrl+shift+o")).toBe("Ctrl+Shift+O");
	});
});

describe("a chord is recognized in every encoding", () => {
	const encodings: Array<[chord: string, ...inputs: string[]]> = [
		["ctrl+a", "\x01", "\x1b[97;5u", "\x1b[27;5;97~"],
		["a", "a", "\x1b[97u", "\x1b[97;1:2u"],
		["shift+a", "A", "\x1b[97:65;2u", "\x1b[27;2;65~"],
		["alt+b", "\x1bb", "\x1b[98;3u", "\x1b[27;3;98~"],
		["alt+shift+p", "\x1bP", "\x1b[112:80;4u", "\x1b[27;4;80~"],
		["ctrl+alt+x", "\x1b\x18", "\x1b[120;7u", "\x1b[27;7;120~"],
		["escape", "\x1b", "\x1b[27u", "\x1b[27;1u"],
		["enter", "\r", "\x1b[13u", "\x1bOM", "\x1b[57414u"],
		["shift+enter", "\x1b[13;2u", "\x1b[27;2;13~"],
		["alt+enter", "\x1b\r", "\x1b[13;3u"],
		["ctrl+enter", "\x1b[13;5u", "\x1b[27;5;13~"],
		["ctrl+j", "\n", "\x1b[106;5u"],
		["tab", "\t", "\x1b[9u"],
		["shift+tab", "\x1b[Z", "\x1b[9;2u", "\x1b[27;2;9~"],
		["backspace", "\x7f", "\x08", "\x1b[127u"],
		["alt+backspace", "\x1b\x7f", "\x1b[127;3u"],
		["ctrl+backspace", "\x1b[127;5u", "\x1b[27;5;127~"],
		["ctrl+space", "\x00", "\x1b[32;5u"],
		["space", " ", "\x1b[32u"],
		["up", "\x1b[A", "\x1bOA", "\x1b[1;1:1A", "\x1b[57419u"],
		["alt+up", "\x1b[1;3A", "\x1b\x1b[A"],
		["shift+up", "\x1b[1;2A", "\x1b[a"],
		["ctrl+left", "\x1b[1;5D", "\x1bOd", "\x1bO5D"],
		["home", "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"],
		["delete", "\x1b[3~", "\x1b[57426u"],
		["ctrl+delete", "\x1b[3;5~", "\x1b[3^"],
		["alt+delete", "\x1b[3;3~", "\x1b\x1b[3~"],
		["pageup", "\x1b[5~"],
		["f1", "\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[P"],
		["f12", "\x1b[24~"],
		["ctrl+]", "\x1d", "\x1b[93;5u"],
		["ctrl+alt+]", "\x1b\x1d", "\x1b[93;7u"],
		["ctrl+-", "\x1f", "\x1b[45;5u"],
		["ctrl+_", "\x1f", "\x1b[45:95;6u", "\x1b[27;6;95~"],
		["ctrl+c", "\x03", "\x1b[99;5u", "\x1b[1089::99;5u"],
		["super+v", "\x1b[118;9u"],
		["ctrl+shift+o", "\x1b[111:79;6u", "\x1b[27;6;79~"],
	];

	verifies("tui:input:chords", () => {
		const spellings = (chord: string) => {
			const parts = chord.split("+");
			const name = parts.at(-1) ?? "";
			return [chord.toUpperCase(), [...parts.slice(0, -1).reverse(), name].join("+")];
		};
		const missed = encodings.flatMap(([chord, ...inputs]) =>
			spellings(chord).flatMap((spelling) =>
				inputs.filter((input) => !matchesKey(input, spelling)).map(() => spelling),
			),
		);
		expect(missed).toEqual([]);
	});

	for (const [chord, ...inputs] of encodings) {
		test(chord, () => {
			const missed = inputs.filter((input) => !matchesKey(input, chord));
			expect(missed.map((input) => ({ input, readings: chordReadings(input) }))).toEqual([]);
		});
	}
});

test("a chord does not match similar ones", () => {
	expect([
		matchesKey("a", "ctrl+a"),
		matchesKey("A", "a"),
		matchesKey("\x1b[1;5A", "up"),
		matchesKey("\n", "enter"),
		matchesKey("\x1b[13;2u", "enter"),
		matchesKey("日本", "日"),
	]).toEqual(Array(6).fill(false));
});

test("a key release is not a press", () => {
	expect([
		matchesKey("\x1b[27;1:3u", "escape"),
		matchesKey("\x1b[1;1:3A", "up"),
		matchesKey("\x1b[1;1:2A", "up"),
	]).toEqual([false, false, true]);
});

test("caps lock and num lock are ignored", () => {
	expect(matchesKey("\x1b[97;197u", "ctrl+a")).toBe(true);
});

test("replies are no keys", () => {
	expect([parseKey("\x1b[?62;22c"), parseKey("\x1b]11;rgb:0/0/0\x07"), parseKey("\x1b[?1u")]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});

test("releases are recognized", () => {
	expect([
		isKeyRelease("\x1b[1;1:3A"),
		isKeyRelease("\x1b[97;5:3u"),
		isKeyRelease("\x1b[1;1:2A"),
		isKeyRelease("a"),
	]).toEqual([true, true, false, false]);
});

describe("typedText", () => {
	test("text comes from plain characters and from kitty reports without modifiers", () => {
		expect(
			["a", "日本", "\x1b[97:65;2u", "\x1b[32;2u", "\x1b[57400u", "\x1b[97;;228u", "\x1b[98;2u"].map(typedText),
		).toEqual(["a", "日本", "A", " ", "1", "ä", "B"]);
	});

	test("keys insert nothing", () => {
		expect(
			["\x01", "\x1b", "\x1b[A", "\x1b[97;5u", "\x1bb", "\r", "\x7f", "\x1b[97;1:3u", "\x1b[57441;2u"].map(typedText),
		).toEqual(Array(9).fill(undefined));
	});
});

test("numbers that are no characters, and runs of ESC, insert nothing and fail nothing", () => {
	const hostile = ["\x1b[27;5;99999999~", "\x1b[27;1;55296~", "\x1b[99999999:99999999;2u", "\x1b[55296u"];
	for (const data of [...hostile, "\x1b".repeat(20_000)]) {
		expect([data.slice(0, 20), typedText(data)]).toEqual([data.slice(0, 20), undefined]);
		expect(chordReadings(data).every((chord) => chord.length < 20)).toBe(true);
	}
	expect(typedText("\x1b[97;1;99999999:55296u")).toBe("a");
	expect(parseKey("\x1b\x1b[A")).toMatchObject({ name: "up", alt: true });
});

test("names that every object has are no keys", () => {
	expect(["__proto__", "constructor", "toString"].map(parseKey)).toEqual([undefined, undefined, undefined]);
});
