// Complete and unfinished sequences: OSC, DCS, SOS, PM and APC strings, CSI, and other two-character escapes.
const SEQUENCE =
	/(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)?|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x1b\\|\x9c|$)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;
const SGR = /^\x1b\[[0-9;:]*m$/;
const CONTROL = /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]/g;
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const NEEDS_WORK = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]/;

/**
 * Makes untrusted text safe to show: of all control sequences only colors and styles (SGR) stay. Line breaks and tabs
 * stay, a carriage return overwrites its line, and bidirectional control characters are removed.
 */
export function sanitizeText(text: string): string {
	return clean(text, (sequence) => (SGR.test(sequence) ? sequence : ""));
}

/** Like `sanitizeText`, but without colors: nothing in the text can hide or imitate anything. */
export function plainText(text: string): string {
	return clean(text, () => "");
}

/**
 * Untrusted text with nothing hidden: control characters are shown as symbols, characters that turn the writing direction
 * or have no width by their number. Line breaks and tabs stay. For what will run, where leaving something out would deceive.
 */
export function visibleText(text: string): string {
	if (!NEEDS_SHOWING.test(text)) return text;
	return withoutReturnsAtEnds(text).replace(HIDDEN, symbolFor).toWellFormed();
}

/** What a program writes to a terminal: its own colors stay, everything else that controls the terminal is shown. */
export function terminalText(text: string): string {
	if (!NEEDS_SHOWING.test(text)) return text;
	return text
		.split(/(\x1b\[[0-9;:]*m)/)
		.map((part, index) => (index % 2 === 1 ? part : visibleText(part)))
		.join("");
}

// All that NEEDS_WORK names, and what has no width: soft hyphen, zero-width space, word joiners, byte order mark, tags.
const HIDDEN =
	/[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const NEEDS_SHOWING = new RegExp(`${HIDDEN.source}|[\\ud800-\\udfff]`, "u");

function symbolFor(char: string): string {
	const code = char.codePointAt(0) ?? 0;
	if (code < 0x20) return String.fromCodePoint(0x2400 + code);
	return code === 0x7f ? "␡" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

function clean(text: string, replaceSequence: (sequence: string) => string): string {
	if (!NEEDS_WORK.test(text)) return text;
	return overwriteReturns(text.replace(SEQUENCE, replaceSequence))
		.replace(CONTROL, "")
		.replace(BIDI_CONTROL, "")
		.toWellFormed();
}

function overwriteReturns(text: string): string {
	if (!text.includes("\r")) return text;
	const lines = withoutReturnsAtEnds(text).split("\n");
	return lines.map(lastOverwrite).join("\n");
}

/** A pattern that ends in the line break would look at a long run again from each of its characters. */
function withoutReturnsAtEnds(text: string): string {
	return text.replace(/\r+/g, (run, at: number) => (text[at + run.length] === "\n" ? "" : run));
}

function lastOverwrite(line: string): string {
	let end = line.length;
	while (line[end - 1] === "\r") end--;
	return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}
