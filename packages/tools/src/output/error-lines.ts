import { cutLine } from "./cut-line.ts";

/** A line that may say what went wrong. */
export interface ErrorLine {
	readonly lineNumber: number;
	readonly text: string;
}

type Rank = 0 | 1 | 2;

const maxShownLines = 20;
const maxShownBytes = 1500;
const maxLineBytes = 160;
/** More are kept than shown, as some may turn out to be shown anyway. */
const maxKept = 60;
const maxScannedChars = 64 * 1024 * 1024;

const tellingWord = /error|err!|fail|fatal|panic|exception|traceback|undefined reference|segmentation|warn/i;
/** As compilers, test runners and shells begin what they have to say. */
const clearError =
	/(?:^|[\s[(*])(?:[A-Z]\w*(?:Error|Exception)|error|fatal(?: error)?|fatal)(?:\[\w+\]| TS\d+|\s?\([^)]*\))?:|^\s*(?:\[?(?:FAIL|FAILED|ERROR|FATAL|PANIC)\b|Traceback|npm ERR!|make(?:\[\d+\])?: \*\*\*)|panicked at|\berror (?:TS|CS|C|LNK)\d+|undefined reference|Segmentation fault/;
/** The words as words: not in names of files or options, and not "0 errors". */
const errorWord =
	/(?<![\w./-])(?<!\b(?:0|no|without) )(?:errors?|err!|fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|exceptions?|traceback)(?![\w/-]|\.\w|\s*[:=]\s*0\b)/i;
const warningWord = /(?<![\w./-])(?<!\b(?:0|no|without) )warn(?:ings?)?(?![\w/-]|\.\w|\s*[:=]\s*0\b)/i;

/** Picks the lines of an output that look like errors and warnings, as it goes by. */
export class ErrorLines {
	readonly #byRank: readonly [ErrorLine[], ErrorLine[], ErrorLine[]] = [[], [], []];
	readonly #known = new Set<string>();
	#scannedChars = 0;

	/** Whether a text has any of the words; it need not be looked at otherwise. Of endless output only so much is. */
	mayTell(text: string): boolean {
		if (this.#scannedChars > maxScannedChars) return false;
		this.#scannedChars += text.length;
		return tellingWord.test(text);
	}

	look(text: string, lineNumber: number): void {
		if (!tellingWord.test(text)) return;
		const rank = rankLine(text.length > 2000 ? text.slice(0, 2000) : text);
		const lines = rank === undefined ? undefined : this.#byRank[rank];
		if (!lines || lines.length >= maxKept) return;
		const shown = cutLine(text.trim(), maxLineBytes);
		const key = shown.replace(/^[[(]?\d[\d:.,TZ+\-/ ]*[\])]?\s*/, "");
		if (this.#known.has(key)) return;
		this.#known.add(key);
		lines.push({ lineNumber, text: shown });
	}

	/** The most telling ones between two lines, in their order. */
	between(first: number, last: number): readonly ErrorLine[] {
		const chosen: ErrorLine[] = [];
		let bytes = 0;
		for (const line of this.#byRank.flat()) {
			if (line.lineNumber < first || line.lineNumber > last) continue;
			bytes += Buffer.byteLength(line.text) + 8;
			if (chosen.length === maxShownLines || bytes > maxShownBytes) break;
			chosen.push(line);
		}
		return chosen.sort((a, b) => a.lineNumber - b.lineNumber);
	}
}

function rankLine(text: string): Rank | undefined {
	if (clearError.test(text)) return 0;
	if (errorWord.test(text)) return 1;
	return warningWord.test(text) ? 2 : undefined;
}
