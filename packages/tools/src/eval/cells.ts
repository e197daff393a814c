import { type AdaptedArguments, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { adapter } from "../contract/adapt.ts";
import type { Cell, EvalLanguage } from "../kernels/cell.ts";

type Fields = Readonly<Record<string, unknown>>;

const adaptCell = adapter({
	names: { lang: "language", source: "code", script: "code", command: "code", input: "code", name: "title" },
});

/** Reads the names that other programs have for the parts of a cell, and cells that are one object or come as JSON text. */
export function adaptCells(args: Fields): AdaptedArguments {
	const outer = adaptCell(args);
	const list = cellList(outer.arguments.cells);
	if (!list) return outer;
	const cells = list.map((cell) => (isRecord(cell) ? adaptCell(cell) : { arguments: cell, notes: [] }));
	const notes = [...new Set([...outer.notes, ...cells.flatMap((cell) => cell.notes)])];
	return { arguments: { ...outer.arguments, cells: cells.map((cell) => cell.arguments) }, notes };
}

function cellList(cells: unknown): readonly unknown[] | undefined {
	const parsed = typeof cells === "string" ? parsedJson(cells) : cells;
	if (isRecord(parsed)) return [parsed];
	return Array.isArray(parsed) ? parsed.map((cell) => (typeof cell === "string" ? parsedJson(cell) : cell)) : undefined;
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// What is no cell is refused where the cells are checked.
		return text;
	}
}

/** The cells of a call; a single one may stand at the top. What is wrong is said with what is allowed. */
export function parseCells(params: Fields, enabled: readonly EvalLanguage[]): Cell[] {
	const cells = params.cells ?? (params.code === undefined ? undefined : [params]);
	if (!Array.isArray(cells) || cells.length === 0) {
		const example = JSON.stringify({ cells: [{ language: enabled[0], code: "1 + 1" }] });
		throw new ToolError(`cells must be an array with at least one cell, for example ${example}`);
	}
	return cells.map((cell: unknown, index) => checkedCell(cell, `cells[${index}]`, params.language, enabled));
}

function checkedCell(cell: unknown, name: string, outer: unknown, enabled: readonly EvalLanguage[]): Cell {
	const { language = outer, code, title, timeout, reset } = isRecord(cell) ? cell : {};
	if (typeof code !== "string") throw new ToolError(`${name}.code must be a string`);
	const wanted = enabled.find((candidate) => candidate === languageNamed(language, enabled));
	if (!wanted) {
		throw new ToolError(
			`${name}.language ${JSON.stringify(language)} is not available. Enabled: ${enabled.join(", ")}`,
		);
	}
	return {
		language: wanted,
		code,
		...(typeof title === "string" && { title }),
		...(typeof timeout === "number" && { timeout }),
		...(typeof reset === "boolean" && { reset }),
	};
}

const otherNames: Readonly<Record<string, EvalLanguage>> = {
	python: "py",
	python3: "py",
	ipython: "py",
	javascript: "js",
	typescript: "js",
	ts: "js",
	node: "js",
	bun: "js",
};

function languageNamed(name: unknown, enabled: readonly EvalLanguage[]): unknown {
	if (name === undefined && enabled.length === 1) return enabled[0];
	return typeof name === "string" ? (otherNames[name.toLowerCase()] ?? name.toLowerCase()) : name;
}
