import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { readBody } from "./body.ts";
import { isSpan, type Op, type Section } from "./op.ts";
import { parseOpLine } from "./parse-op.ts";

const headerPattern = /^\[(?<path>.*?\S)\s*#\s*(?<tag>[0-9A-Fa-f]{4})\]\s*$/;
const untaggedPattern = /^\[(?<path>.*?\S)\s*(?:#[^#\]]*)?\]\s*$/;
const envelopePattern = /^\*\*\* (?:Begin|End) Patch\s*$/;
const unifiedHeader = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** Reads the whole input before anything is done with it. */
export function parseHashline(input: string): Section[] {
	const sections: SectionReader[] = [];
	for (const line of input.replace(/\r(?=\n|$)/g, "").split("\n")) {
		if (envelopePattern.test(line)) continue;
		const header = headerPattern.exec(line)?.groups;
		const section = sections.at(-1);
		if (header) sections.push(new SectionReader(header.path ?? "", (header.tag ?? "").toUpperCase()));
		else if (section) section.read(line);
		else if (line.trim() !== "") throw noHeader(line);
	}
	if (sections.length === 0) throw noHeader("");
	return sections.map((section) => section.end());
}

function noHeader(line: string): ToolError {
	const path = untaggedPattern.exec(line)?.groups?.path;
	if (path) return missingTag(path);
	return new ToolError(
		`input must begin with "[PATH#HASH]" on the first non-blank line for anchored edits; got: ${JSON.stringify(line.slice(0, 120))}. Copy the header from the last read or search of the file.`,
	);
}

function missingTag(path: string): ToolError {
	return new ToolError(
		`Missing hashline snapshot tag for ${path}; use \`[${path}#tag]\` with the four hex digits that read, search or the last edit showed for the file.`,
	);
}

class SectionReader {
	readonly #ops: Op[] = [];
	readonly #warnings: string[] = [];
	/** Rows below a `PUT …:`, until something else begins. */
	#rows: string[] | undefined;
	#row = 0;

	constructor(
		private readonly path: string,
		private readonly tag: string,
	) {}

	read(line: string): void {
		this.#row++;
		const opLine = parseOpLine(line, this.#row);
		if (opLine) {
			this.#endBody();
			this.#ops.push(opLine.op);
			if (opLine.warning) this.#warnings.push(opLine.warning);
			this.#rows = opLine.takesRows ? [] : undefined;
		} else if (unifiedHeader.test(line)) {
			throw this.#problem(
				"this is a unified diff header. Hashline edits name lines of the tagged version instead: `PUT N.=M:` with `+` rows replaces them, `CUT N.=M` deletes them.",
			);
		} else if (this.#rows) this.#rows.push(line);
		else if (line.trim() !== "") throw this.#strayRow(line);
	}

	end(): Section {
		this.#endBody();
		return { path: this.path, tag: this.tag, ops: this.#ops, warnings: [...new Set(this.#warnings)] };
	}

	#endBody(): void {
		const op = this.#ops.at(-1);
		if (!this.#rows || op?.kind !== "put") return;
		const { rows, warnings } = readBody(this.#rows, op.target);
		this.#ops[this.#ops.length - 1] = { ...op, rows };
		this.#warnings.push(...warnings);
		this.#rows = undefined;
		if (rows.length > 0) return;
		this.#warnings.push(
			isSpan(op.target)
				? `\`${op.source}\` has no body rows and was taken as a deletion; use \`CUT\` for that.`
				: `\`${op.source}\` has no body rows, so nothing was inserted; a blank line is a row with \`+\` alone.`,
		);
	}

	#strayRow(line: string): ToolError {
		const op = this.#ops.at(-1);
		const untagged = untaggedPattern.exec(line)?.groups?.path;
		if (untagged) return missingTag(untagged);
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
