import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

export interface LineRange {
	/** From 1. */
	readonly start: number;
	/** Inclusive; absent when the range is open. */
	readonly end?: number;
}

export interface Selector {
	readonly range?: LineRange;
	readonly raw: boolean;
}

export interface SelectedPath {
	readonly path: string;
	readonly selector: Selector;
}

const rangePattern = /^L?(\d+)(?:(-|\.\.|\+)L?(\d+)?)?$/;

/** Takes the line selector off the end of a path; what is none stays part of the path. */
export function splitSelector(text: string): SelectedPath {
	let path = text;
	let raw = false;
	let range: LineRange | undefined;
	for (let colon = path.lastIndexOf(":"); colon > 0; colon = path.lastIndexOf(":")) {
		const suffix = path.slice(colon + 1);
		if (suffix === "raw" && !raw) raw = true;
		else if (!range && rangePattern.test(suffix)) range = parseRange(suffix);
		else break;
		path = path.slice(0, colon);
	}
	return { path, selector: { raw, ...(range && { range }) } };
}

function parseRange(text: string): LineRange {
	const [, first, separator, second] = rangePattern.exec(text) ?? [];
	const start = Number(first);
	if (start === 0) throw new ToolError("Line selector 0 is invalid; lines are 1-indexed. Use :1.");
	if (second === undefined) return { start };
	const end = separator === "+" ? start + Number(second) - 1 : Number(second);
	if (end < start) throw new ToolError(`Invalid range ${start}-${end}: end must be >= start.`);
	return { start, end };
}
