import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { plainText, sanitizeText, terminalText, visibleText } from "./sanitize.ts";

test("sanitizeText: keeps colors and removes every other control sequence", () => {
	const hostile =
		"a\x1b[2Jb\x1b]0;title\x07c\x1bPq#0\x1b\\d\x1b_Gx\x1b\\e\x9b31mf\x1b(Bg\x1b7h\x07\x00\x1b[31mred\x1b[0m\x1b]8;;http://x\x07link\x1b]8;;\x07";
	expect(sanitizeText(hostile)).toBe("abcdefgh\x1b[31mred\x1b[0mlink");
});

test("plainText: removes colors, too", () => {
	expect(plainText("\x1b[8mhidden\x1b[0m")).toBe("hidden");
});

test("unfinished sequences at the end are removed", () => {
	expect([
		sanitizeText("a\x1b"),
		sanitizeText("a\x1b[3"),
		sanitizeText("a\x1b]8;;http"),
		sanitizeText("a\x1bPxyz"),
	]).toEqual(["a", "a", "a", "a"]);
});

test("a carriage return overwrites its line", () => {
	expect(sanitizeText("10%\r50%\r100%\r\nnext\r\n\rend")).toBe("100%\nnext\nend");
});

test("bidirectional control characters and lone surrogates are removed", () => {
	expect(sanitizeText("a\u202eb\u2066c\ud83d")).toBe("abc\ufffd");
});

test("ordinary text is unchanged", () => {
	const text = "plain\n\ttext 日本 👩‍👩‍👧‍👦";
	expect(sanitizeText(text)).toBe(text);
});

test("random bytes never let an escape other than a color through", () => {
	const random = seeded(6);
	const parts = [
		"\x1b",
		"[",
		"]",
		"P",
		"_",
		"\\",
		"3",
		";",
		"m",
		"J",
		"H",
		"x",
		"\x07",
		"\x9b",
		"\x9c",
		"\x90",
		"\n",
	] as const;
	for (let round = 0; round < 5000; round++) {
		let text = "";
		for (let count = random.below(14); count > 0; count--) text += random.pick(parts);
		const rest = sanitizeText(text).replace(/\x1b\[[0-9;:]*m/g, "");
		expect({ text, escapes: /[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(rest) }).toEqual({ text, escapes: false });
	}
});

test.each([
	["touch X #\rls -la", "touch X #␍ls -la"],
	["ls \x1b]0;touch X;\x07", "ls ␛]0;touch X;␇"],
	["ls \x1b]0;touch X", "ls ␛]0;touch X"],
	["ls \x1bPtouch X", "ls ␛Ptouch X"],
	["ls \x9d0;touch X\x9c", "ls <U+009D>0;touch X<U+009C>"],
	["ls \x1b[8m; touch X\x1b[0m", "ls ␛[8m; touch X␛[0m"],
	["a\b\bls", "a␈␈ls"],
	["ls \u202e# X hcuot", "ls <U+202E># X hcuot"],
	["l\u200bs \u{e0041}", "l<U+200B>s <U+E0041>"],
	["a\r\nb\tc\r\r\n", "a\nb\tc\n"],
	["日本 👩‍👩‍👧‍👦 é", "日本 👩‍👩‍👧‍👦 é"],
	["\ud83d", "\ufffd"],
])("visibleText: %j hides nothing", (text, shown) => {
	expect(visibleText(text)).toBe(shown);
});

test("terminalText: colors stay, everything else that controls a terminal is shown", () => {
	expect(terminalText("\x1b[31mred\x1b[0m \x1b]52;c;aGk=\x07 \x1b]8;;http://x\x07y \x9b2J \u202e")).toBe(
		"\x1b[31mred\x1b[0m ␛]52;c;aGk=␇ ␛]8;;http://x␇y <U+009B>2J <U+202E>",
	);
});

test("many carriage returns are looked at once", () => {
	const text = `${"\r".repeat(200_000)}x\r\r`;
	expect(sanitizeText(text)).toBe("x");
	expect(sanitizeText(`${"a\r".repeat(200_000)}b`)).toBe("b");
});
