import type { Ripgrep, RipgrepEnd } from "./ripgrep.ts";
import { type SearchRules, walkArgs } from "./walk-args.ts";

export interface SearchQuery {
	/** The pattern as ripgrep arguments; see `patternArgs`. */
	readonly patternArgs: readonly string[];
	readonly cwd: string;
	readonly signal: AbortSignal;
}

export interface MatchCounts {
	/** Number of matching lines by path; paths are relative to how they were given, or to `cwd`. */
	readonly counts: ReadonlyMap<string, number>;
	readonly end: RipgrepEnd;
}

export interface MatchedFile {
	readonly rows: readonly MatchedRow[];
	/** Contains bytes that are not text. */
	readonly binary: boolean;
}

export interface MatchedRow {
	readonly lineNumber: number;
	readonly text: string;
	readonly isMatch: boolean;
	/** Where the match begins in a long line, in characters. */
	readonly matchStart?: number;
}

export interface PatternOptions {
	readonly ignoreCase: boolean;
	readonly multiline: boolean;
	readonly literal: boolean;
}

/** Lookaround and backreferences need PCRE2, which is slower. */
export function patternArgs(pattern: string, { ignoreCase, multiline, literal }: PatternOptions): string[] {
	return [
		ignoreCase ? "--ignore-case" : "--case-sensitive",
		...(multiline ? ["--multiline"] : []),
		literal ? "--fixed-strings" : "--engine=auto",
		`--regexp=${pattern}`,
	];
}

export function isPatternError({ exitCode, errors }: RipgrepEnd): boolean {
	return exitCode === 2 && /regex parse error|could not be compiled|error compiling pattern/.test(errors);
}

/** Counts the matching lines of every file below the given paths, or below `cwd`. */
export async function countMatches(
	ripgrep: Ripgrep,
	query: SearchQuery & { readonly paths?: readonly string[]; readonly rules: SearchRules },
): Promise<MatchCounts> {
	const counts = new Map<string, number>();
	const records = new Records("\n");
	let path = "";
	const args = ["--count", "--null", "--with-filename", ...walkArgs(query.rules), ...query.patternArgs];
	const end = await ripgrep.run(query.paths ? [...args, "--", ...query.paths] : args, {
		cwd: query.cwd,
		signal: query.signal,
		onData(bytes) {
			for (const record of records.push(bytes)) {
				// A file name may contain a newline; the number is after the last zero byte.
				const zero = record.indexOf("\0");
				path += zero === -1 ? `${record}\n` : record.slice(0, zero);
				if (zero === -1) continue;
				counts.set(path, Number(record.slice(zero + 1)));
				path = "";
			}
		},
	});
	return { counts, end };
}

/** The matching lines of some files with context, at most `maxMatches` each. */
export async function findMatches(
	ripgrep: Ripgrep,
	query: SearchQuery & {
		readonly files: readonly string[];
		readonly contextBefore: number;
		readonly contextAfter: number;
		readonly maxMatches?: number;
	},
): Promise<{ files: ReadonlyMap<string, MatchedFile>; end: RipgrepEnd }> {
	const files = new Map<string, { rows: MatchedRow[]; binary: boolean }>();
	// Without files ripgrep would search the folder.
	if (query.files.length === 0) return { files, end: { exitCode: 1, errors: "" } };
	const records = new Records("\n");
	const args = [
		"--json",
		`--before-context=${query.contextBefore}`,
		`--after-context=${query.contextAfter}`,
		...(query.maxMatches === undefined ? [] : [`--max-count=${query.maxMatches}`]),
		...query.patternArgs,
		"--",
		...query.files,
	];
	const end = await ripgrep.run(args, {
		cwd: query.cwd,
		signal: query.signal,
		onData(bytes) {
			for (const record of records.push(bytes)) take(JSON.parse(record) as RipgrepEvent, files);
		},
	});
	return { files, end };
}

type RipgrepText = { readonly text: string } | { readonly bytes: string };

interface RipgrepEvent {
	readonly type: "begin" | "match" | "context" | "end" | "summary";
	readonly data: {
		readonly path?: RipgrepText;
		readonly lines?: RipgrepText;
		readonly line_number?: number;
		readonly binary_offset?: number | null;
		readonly submatches?: ReadonlyArray<{ readonly start: number }>;
	};
}

function take({ type, data }: RipgrepEvent, files: Map<string, { rows: MatchedRow[]; binary: boolean }>): void {
	if (!data.path) return;
	const path = textOf(data.path);
	const file = files.get(path) ?? { rows: [], binary: false };
	files.set(path, file);
	if (type === "end") file.binary = typeof data.binary_offset === "number";
	if (!data.lines || data.line_number === undefined) return;
	// A multi-line match is one event.
	for (const [index, text] of textOf(data.lines).replace(/\n$/, "").split("\n").entries()) {
		const row = {
			lineNumber: data.line_number + index,
			text: text.replace(/\r$/, ""),
			isMatch: type === "match",
			...(index === 0 && text.length > longLineChars && { matchStart: matchStart(text, data.submatches?.[0]?.start) }),
		};
		// Two matches on one line both report it.
		if (file.rows.at(-1)?.lineNumber !== row.lineNumber) file.rows.push(row);
	}
}

const longLineChars = 500;

/** ripgrep counts bytes. */
function matchStart(text: string, byte = 0): number {
	return Buffer.from(text).toString("utf8", 0, byte).length;
}

function textOf(value: RipgrepText): string {
	return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString();
}

/** Splits a byte stream into records, for any chunk size. */
class Records {
	readonly #decoder = new TextDecoder();
	readonly #separator: string;
	#rest = "";

	constructor(separator: string) {
		this.#separator = separator;
	}

	push(bytes: Uint8Array): string[] {
		const records = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(this.#separator);
		this.#rest = records.pop() ?? "";
		return records;
	}
}
