import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isWebUrl, parseScheme } from "@oh-my-pi/pi-policy/paths/uri";

export interface LineRange {
	/** From 1. */
	readonly start: number;
	/** Inclusive; absent when the range is open. */
	readonly end?: number;
}

/** The part of a resource that is wanted, as written behind its path. */
export interface Selector {
	/** Sorted and merged; empty when all is wanted. */
	readonly ranges: readonly LineRange[];
	readonly raw: boolean;
	/** `:raw@4096`: the bytes from there on, counted from 0. */
	readonly firstByte?: number;
	/** The index of merge conflicts instead of the text. */
	readonly conflicts: boolean;
}

export interface SelectedPath {
	readonly path: string;
	readonly selector: Selector;
}

export const noSelector: Selector = { ranges: [], raw: false, conflicts: false };

const rangePattern = /^L?(\d+)(?:(-|\.\.)L?(\d+)?|(\+)L?(\d+))?$/;

/** Takes the selector off the end of a path; what is none stays part of the path. */
export function splitSelector(text: string): SelectedPath {
	const earliest = earliestColon(text);
	let path = text;
	let raw = false;
	let firstByte: number | undefined;
	let conflicts = false;
	let ranges: readonly LineRange[] | undefined;
	for (let colon = path.lastIndexOf(":"); colon >= earliest; colon = path.lastIndexOf(":")) {
		const suffix = path.slice(colon + 1);
		const rawSuffix = /^raw(?:@(\d{1,15}))?$/.exec(suffix);
		if (rawSuffix && !raw && !conflicts) {
			raw = true;
			if (rawSuffix[1] !== undefined) firstByte = Number(rawSuffix[1]);
		} else if (suffix === "conflicts" && !raw && !ranges && !conflicts) conflicts = true;
		else if (!ranges && !conflicts && isRangeList(suffix)) ranges = mergeRanges(suffix.split(",").map(parseRange));
		else break;
		path = path.slice(0, colon);
	}
	return { path, selector: { ranges: ranges ?? [], raw, conflicts, ...(firstByte !== undefined && { firstByte }) } };
}

export function hasSelector({ ranges, raw, conflicts }: Selector): boolean {
	return ranges.length > 0 || raw || conflicts;
}

/** Behind a host name, `:8080` is a port; only a `/` makes room for a selector. */
function earliestColon(text: string): number {
	if (!isWebUrl(text) && parseScheme(text) !== "ssh") return 1;
	const authority = text.indexOf("://");
	const slash = text.indexOf("/", authority === -1 ? 0 : authority + 3);
	return slash === -1 ? text.length : slash;
}

function isRangeList(text: string): boolean {
	return text !== "" && text.split(",").every((part) => rangePattern.test(part));
}

function parseRange(text: string): LineRange {
	const [, first, dash, last, plus, count] = rangePattern.exec(text) ?? [];
	const start = Number(first);
	if (start === 0) throw new ToolError("Line selector 0 is invalid; lines are 1-indexed. Use :1.");
	if (plus) {
		if (Number(count) === 0) throw new ToolError(`Invalid range ${start}+0: count must be >= 1.`);
		return { start, end: start + Number(count) - 1 };
	}
	if (!dash || last === undefined) return { start };
	const end = Number(last);
	if (end < start) throw new ToolError(`Invalid range ${start}-${end}: end must be >= start.`);
	return { start, end };
}

function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
	const merged: LineRange[] = [];
	for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (!last || (last.end !== undefined && range.start > last.end + 1)) merged.push(range);
		else if (last.end === undefined || range.end === undefined) merged[merged.length - 1] = { start: last.start };
		else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
	}
	return merged;
}
