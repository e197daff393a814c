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

function clean(text: string, replaceSequence: (sequence: string) => string): string {
	if (!NEEDS_WORK.test(text)) return text;
	return overwriteReturns(text.replace(SEQUENCE, replaceSequence))
		.replace(CONTROL, "")
		.replace(BIDI_CONTROL, "")
		.toWellFormed();
}

function overwriteReturns(text: string): string {
	if (!text.includes("\r")) return text;
	const lines = text.replace(/\r+\n/g, "\n").split("\n");
	return lines.map((line) => line.replace(/\r+$/, "").replace(/^.*\r/s, "")).join("\n");
}
