import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isShortLine } from "../../outcome/short-line.ts";
import { readBody } from "./body.ts";
import { type Header, headerOf, looseHeaderOf } from "./header.ts";
import { isSpan, type Op, type Section } from "./op.ts";
import { parseOpLine } from "./parse-op.ts";

const untaggedPattern = /^\[(?<path>.*?\S)\s*(?:#[^#\]]*)?\]\s*$/;
const envelopePattern = /^\*\*\* (?:Begin|End) Patch\s*$/;
const unifiedHeader = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

const fencePattern = /^\s*(?:`{3,}|~{3,})[\w-]*\s*$/;
const fenceWarning = "Ignored the code fence around the input.";

/** Reads the whole input before anything is done with it. */
export function parseHashline(input: string): Section[] {
	const sections: SectionReader[] = [];
	const { lines, warnings } = withoutFence(input.replace(/\r(?=\n|$)/g, "").split("\n"));
	for (const line of lines) {
		if (envelopePattern.test(line)) continue;
		const section = sections.at(-1);
		const loose = !section || section.acceptsLoosely ? looseHeaderOf(line) : undefined;
		const header = headerOf(line) ?? loose;
		const untagged = header ? undefined : untaggedHeader(line, section);
		if (header)
			sections.push(new SectionReader(header, headerOf(line) ? warnings : [...warnings, looseWarning(line, header)]));
		else if (untagged !== undefined) sections.push(new SectionReader({ path: untagged, tag: "" }, warnings));
		else if (section) section.read(line);
		else if (line.trim() !== "") throw noHeader(line);
	}
	if (sections.length === 0) throw noHeader("");
	return sections.map((section) => section.end());
}

/** Around the whole input; a fence inside a body is content. */
function withoutFence(lines: readonly string[]): { lines: readonly string[]; warnings: readonly string[] } {
	const first = lines.findIndex((line) => line.trim() !== "");
	if (!fencePattern.test(lines[first] ?? "")) return { lines, warnings: [] };
	const last = lines.findLastIndex((line) => line.trim() !== "");
	const end = last > first && /^\s*(?:`{3,}|~{3,})\s*$/.test(lines[last] ?? "") ? last : lines.length;
	return { lines: lines.slice(first + 1, end), warnings: [fenceWarning] };
}

function looseWarning(line: string, { path, tag }: Header): string {
	return `Read \`${line.trim().slice(0, 200)}\` as \`[${path}#${tag}]\`.`;
}

/** A header that lacks its tag; the answer shows the tag and the lines it names. */
function untaggedHeader(line: string, section: SectionReader | undefined): string | undefined {
	if (section && !section.acceptsLoosely) return undefined;
	const path = untaggedPath(line);
	if (path !== undefined || section) return path;
	return isShortLine(line) ? /^\s*(?<path>[\w@~./-]*[\w-]\.\w{1,8}):?\s*$/.exec(line)?.groups?.path : undefined;
}

function noHeader(line: string): ToolError {
	return new ToolError(
		`input must begin with "[PATH#HASH]" on the first non-blank line for anchored edits; got: ${JSON.stringify(line.slice(0, 120))}. Copy the header from the last read or search of the file.`,
	);
}

function untaggedPath(line: string): string | undefined {
	return isShortLine(line) ? untaggedPattern.exec(line)?.groups?.path : undefined;
}

class SectionReader {
	readonly #ops: Op[] = [];
	readonly #warnings: string[];
	/** Rows below a `PUT …:`, until something else begins. */
	#rows: string[] | undefined;
	#hasPrefixedRow = false;
	#row = 0;

	constructor(
		private readonly header: Header,
		warnings: readonly string[],
	) {
		this.#warnings = [...warnings];
	}

	/** A line here can hardly be content: no body is open, or its rows begin with `+`. */
	get acceptsLoosely(): boolean {
		return !this.#rows || this.#hasPrefixedRow;
	}

	read(line: string): void {
		this.#row++;
		const loosely = this.acceptsLoosely || (this.#rows?.length === 0 && /^[A-Z]{2,}\b/.test(line));
		const opLine = isShortLine(line) ? parseOpLine(line, this.#row, { loosely }) : undefined;
		if (opLine) {
			this.#endBody();
			this.#ops.push(opLine.op);
			if (opLine.warning) this.#warnings.push(opLine.warning);
			this.#rows = opLine.takesRows ? [] : undefined;
			this.#hasPrefixedRow = false;
		} else if (unifiedHeader.test(line)) {
			throw this.#problem(
				"this is a unified diff header. Hashline edits name lines of the tagged version instead: `PUT N.=M:` with `+` rows replaces them, `CUT N.=M` deletes them.",
			);
		} else if (this.#rows) {
			this.#rows.push(line);
			this.#hasPrefixedRow ||= line.startsWith("+");
		} else if (line.trim() !== "") throw this.#strayRow(line);
	}

	end(): Section {
		this.#endBody();
		return { ...this.header, ops: this.#ops, warnings: [...new Set(this.#warnings)] };
	}

	#endBody(): void {
		const op = this.#ops.at(-1);
		if (!this.#rows || op?.kind !== "put") return;
		const { rows, unnumbered, warnings, problem } = readBody(this.#rows, op.target);
		if (problem !== undefined) throw new ToolError(`line ${op.row}: ${problem}`);
		this.#ops[this.#ops.length - 1] = { ...op, rows, ...(unnumbered && { unnumbered }) };
		this.#warnings.push(...warnings);
		this.#rows = undefined;
		if (rows.length > 0) return;
		if (!isSpan(op.target)) {
			this.#warnings.push(
				`\`${op.source}\` has no body rows, so nothing was inserted; a blank line is a row with \`+\` alone.`,
			);
			return;
		}
		const target = op.source.replace(/^PUT\s+/, "").replace(/\s*:$/, "");
		throw new ToolError(
			`line ${op.row}: \`${op.source}\` has no body rows. To delete the lines write \`CUT ${target}\`; to replace them add \`+TEXT\` rows below (\`+\` alone for a blank line).`,
		);
	}

	#strayRow(line: string): ToolError {
		const op = this.#ops.at(-1);
		if (op?.kind === "cut") {
			return this.#problem(
				`\`CUT\` deletes (and captures) the named lines and takes no body rows. To put something in their place write \`${op.source.replace("CUT", "PUT")}:\` with \`+\` rows.`,
			);
		}
		if (op?.kind === "paste") {
			return this.#problem(
				`\`PUT\` without \`:\` is clipboard-backed and takes no body rows. To insert these rows write \`${op.source}:\`.`,
			);
		}
		return this.#problem(
			`payload line has no preceding hunk header. Rows belong below \`PUT N.=M:\`, \`PUT <N:\` or \`PUT >N:\`. Got ${JSON.stringify(line.slice(0, 120))}.`,
		);
	}

	#problem(message: string): ToolError {
		return new ToolError(`line ${this.#row}: ${message}`);
	}
}
