/** What the input starts with. Garbage is the rest of a broken reply. */
export type Scan =
	| { readonly kind: "sequence" | "text" | "garbage"; readonly data: string; readonly length: number }
	| { readonly kind: "unfinished" };

const UNFINISHED: Scan = { kind: "unfinished" };
/** Longer than any reply or clipboard packet; an unterminated longer one is broken. */
export const LONGEST_STRING = 1 << 20;
const LONGEST_CSI = 256;
const TEXT_RUN = /^[^\x00-\x1f\x7f]+/;

/** Whether text inside an unfinished string of this input leaves it unfinished. The rest need not be scanned again then. */
export function continuesString(input: string, text: string): boolean {
	if (!/^\x1b[\]P_^X]/.test(input) || input.endsWith("\x1b")) return false;
	return !(input[1] === "]" ? /[\x07\x1b\x9c]/ : /[\x1b\x9c]/).test(text);
}

/** Finds the first complete sequence or run of text. The input is not empty. */
export function scanSequence(input: string): Scan {
	if (input.charCodeAt(0) !== 0x1b) return scanPlain(input);
	const second = input[1];
	if (second === undefined) return UNFINISHED;
	if (second === "[") return scanCsi(input, 2);
	if (second === "]") return scanString(input, { bellEnds: true });
	if (second === "P" || second === "_" || second === "^" || second === "X")
		return scanString(input, { bellEnds: false });
	if (second === "O") return scanSs3(input, 2);
	if (second === "\x1b") return scanMetaEscape(input);
	return sequence(input, 1 + characterLength(input, 1));
}

function scanPlain(input: string): Scan {
	const run = TEXT_RUN.exec(input)?.[0];
	if (run === undefined) return sequence(input, 1);
	const isHalf = isHighSurrogate(run, run.length - 1);
	const text = isHalf ? run.slice(0, -1) : run;
	// A missing low surrogate must not block the following keys.
	if (text === "") return run.length < input.length ? { kind: "garbage", data: run, length: 1 } : UNFINISHED;
	return { kind: "text", data: text, length: text.length };
}

function scanCsi(input: string, start: number): Scan {
	// The Linux console sends F1 to F5 as ESC [ [ A.
	if (input[start] === "[") return input.length > start + 1 ? sequence(input, start + 2) : UNFINISHED;
	for (let index = start; index < input.length; index++) {
		const code = input.charCodeAt(index);
		if (code >= 0x40 && code <= 0x7e) return sequence(input, index + 1);
		if (code < 0x20 || code > 0x7e || index > LONGEST_CSI) return abandoned(input, index);
	}
	return UNFINISHED;
}

function scanString(input: string, options: { bellEnds: boolean }): Scan {
	for (let index = 2; index < input.length; index++) {
		const code = input.charCodeAt(index);
		if (code === 0x07 && options.bellEnds) return sequence(input, index + 1);
		if (code === 0x9c) return sequence(input, index + 1);
		if (code === 0x1b) {
			if (index + 1 >= input.length) return UNFINISHED;
			return input[index + 1] === "\\" ? sequence(input, index + 2) : abandoned(input, index);
		}
		if (index > LONGEST_STRING) return abandoned(input, index);
	}
	return UNFINISHED;
}

function scanSs3(input: string, start: number): Scan {
	let index = start;
	while (index < input.length && index <= LONGEST_CSI && /[0-9;]/.test(input[index] ?? "")) index++;
	if (index >= input.length) return UNFINISHED;
	const code = input.charCodeAt(index);
	if (index > LONGEST_CSI) return abandoned(input, index);
	return code < 0x20 || code > 0x7e ? abandoned(input, index) : sequence(input, index + 1);
}

/** Two ESCs: a sequence with an Alt prefix, or Escape pressed twice. */
function scanMetaEscape(input: string): Scan {
	const third = input[2];
	if (third === undefined) return UNFINISHED;
	if (third === "[") return scanCsi(input, 3);
	if (third === "O") return scanSs3(input, 3);
	return sequence(input, 1);
}

/** The part before `end` is no sequence. ESC and one character is a key with Alt; anything longer was a reply. */
function abandoned(input: string, end: number): Scan {
	return end <= 2 ? sequence(input, end) : { kind: "garbage", data: input.slice(0, end), length: end };
}

function sequence(input: string, length: number): Scan {
	return { kind: "sequence", data: input.slice(0, length), length };
}

function characterLength(text: string, index: number): number {
	return isHighSurrogate(text, index) && index + 1 < text.length ? 2 : 1;
}

function isHighSurrogate(text: string, index: number): boolean {
	const code = text.charCodeAt(index);
	return code >= 0xd800 && code <= 0xdbff;
}
