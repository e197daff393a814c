import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Hunk, HunkRow } from "./hunk.ts";

const lineNumbers = /^-(?<start>\d+)(?:,\d+)?(?:\s+\+\d+(?:,\d+)?)?(?:\s+@@.*)?$/;
const endOfFile = /^\*\*\* End of File\s*$/;
const noNewline = /^\\ No newline at end of file/;

/** Reads the hunks of one file. Lines without a prefix count as lines that stay: if they are not there, nothing matches. */
export function parseHunks(lines: readonly string[]): Hunk[] {
	const hunks: Hunk[] = [];
	let draft = new HunkDraft(1);
	for (const line of withoutFileHeaders(lines)) {
		if (!/^@@(?:\s|$)/.test(line)) draft.read(line);
		else {
			if (draft.hasRows) {
				hunks.push(draft.end());
				draft = new HunkDraft(hunks.length + 1);
			}
			draft.head(line.slice(2).trim());
		}
	}
	if (draft.hasRows || draft.hasHead || hunks.length === 0) hunks.push(draft.end());
	return hunks;
}

/** The lines that name the files in a unified diff say nothing new. */
function withoutFileHeaders(lines: readonly string[]): readonly string[] {
	let first = 0;
	while (/^(?:diff --git|index|new file mode|old mode|new mode) /.test(lines[first] ?? "")) first++;
	const isNamed = lines[first]?.startsWith("--- ") && lines[first + 1]?.startsWith("+++ ");
	return lines.slice(isNamed ? first + 2 : first);
}

class HunkDraft {
	readonly #anchors: string[] = [];
	readonly #rows: HunkRow[] = [];
	#hint: number | undefined;
	/** Rows without even a blank: at the end of a hunk they only separate it from what follows. */
	#emptyAtEnd = 0;
	#atEnd = false;
	#endsInNewline: boolean | undefined;

	constructor(private readonly number: number) {}

	get hasRows(): boolean {
		return this.#rows.length > 0;
	}

	get hasHead(): boolean {
		return this.#anchors.length > 0 || this.#hint !== undefined;
	}

	head(text: string): void {
		const start = lineNumbers.exec(text)?.groups?.start;
		const anchor = text.replace(/\s*@@$/, "");
		if (start !== undefined) this.#hint = Number(start);
		else if (anchor !== "") this.#anchors.push(anchor);
	}

	read(line: string): void {
		if (endOfFile.test(line)) this.#atEnd = true;
		else if (noNewline.test(line)) this.#endsInNewline = this.#rows.at(-1)?.kind === "remove";
		else {
			this.#rows.push(parseRow(line));
			this.#emptyAtEnd = line === "" ? this.#emptyAtEnd + 1 : 0;
		}
	}

	end(): Hunk {
		const rows = this.#rows.slice(0, this.#rows.length - this.#emptyAtEnd);
		if (!rows.some(({ kind }) => kind !== "keep")) {
			const what = rows.length > 0 ? "changes nothing" : "is empty";
			throw new ToolError(
				`Hunk ${this.number} ${what}: it needs at least one row that begins with "+" or "-". Rows that stay begin with a space.`,
			);
		}
		return {
			anchors: this.#anchors,
			...(this.#hint !== undefined && { hint: this.#hint }),
			rows,
			atEnd: this.#atEnd,
			...(this.#endsInNewline !== undefined && { endsInNewline: this.#endsInNewline }),
			number: this.number,
		};
	}
}

function parseRow(line: string): HunkRow {
	if (line.startsWith("+")) return { kind: "add", text: line.slice(1) };
	if (line.startsWith("-")) return { kind: "remove", text: line.slice(1) };
	return { kind: "keep", text: line.startsWith(" ") ? line.slice(1) : line };
}
