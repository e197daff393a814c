import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Cell, EvalLanguage } from "../kernels/cell.ts";

/** The cells of a call; a single one may stand at the top. What is wrong is said with what is allowed. */
export function parseCells(params: Readonly<Record<string, unknown>>, enabled: readonly EvalLanguage[]): Cell[] {
	const cells = params.cells ?? (params.code === undefined ? undefined : [params]);
	if (!Array.isArray(cells) || cells.length === 0) {
		const example = JSON.stringify({ cells: [{ language: enabled[0], code: "1 + 1" }] });
		throw new ToolError(`cells must be an array with at least one cell, for example ${example}`);
	}
	return cells.map((cell: unknown, index) => checkedCell(cell, `cells[${index}]`, enabled));
}

function checkedCell(cell: unknown, name: string, enabled: readonly EvalLanguage[]): Cell {
	const { language, code, title, timeout, reset } = (cell ?? {}) as Partial<Record<keyof Cell, unknown>>;
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
