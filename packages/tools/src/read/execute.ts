import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { noSelector, type SelectedPath, type Selector, splitSelector } from "../paths/selector.ts";
import { formatBytes, listFolder } from "./list-folder.ts";
import type { ReadDeps } from "./read.ts";
import { readLines } from "./read-lines.ts";

export interface ReadDetails {
	readonly resolvedPath: string;
	readonly isDirectory?: true;
}

const maxLineBytes = 768;
const maxLines = 3000;
/** What a range gets around it, so that the model sees where it stands. */
const linesBefore = 1;
const linesAfter = 3;

export async function executeRead(path: string, deps: ReadDeps): Promise<ToolOutput<ReadDetails>> {
	const target = await locate(path, deps);
	const { facts, absolute, selector } = target;
	if (facts.isDirectory()) {
		const rows = await listFolder(absolute, deps.now());
		return { content: rows.join("\n"), details: { isDirectory: true, resolvedPath: absolute } };
	}
	if (!facts.isFile()) throw new ToolError(`'${path}' is not a regular file, so it cannot be read`);
	const content = await readText(path, absolute, facts.size, selector, deps);
	return { content, details: { resolvedPath: absolute } };
}

async function locate(path: string, deps: ReadDeps) {
	// A file that really has a colon in its name beats any reading of it as a selector.
	const whole: SelectedPath = { path, selector: noSelector };
	const candidates = path.includes(":") ? [whole, splitSelector(path)] : [whole];
	for (const candidate of candidates) {
		const absolute = resolve(deps.cwd(), expandHome(candidate.path, deps));
		const facts: Stats | undefined = await stat(absolute).catch(() => undefined);
		if (facts) return { facts, absolute, selector: candidate.selector };
	}
	throw new ToolError(`Path '${path}' not found`);
}

function expandHome(path: string, deps: ReadDeps): string {
	if (path === "/") return deps.cwd();
	return path === "~" || path.startsWith("~/") ? deps.home + path.slice(1) : path;
}

async function readText(
	path: string,
	absolute: string,
	size: number,
	selector: Selector,
	deps: ReadDeps,
): Promise<string> {
	const { start, count } = windowOf(selector, deps.defaultLimit);
	const found = await readLines(absolute, { start, maxLines: count, maxLineBytes });
	if (found.binary) {
		return `[Cannot read binary file '${path}' (${formatBytes(size)}); not valid UTF-8 text. Use ':raw' to read bytes verbatim.]`;
	}
	const total = found.totalLines;
	if (total !== undefined && start > Math.max(total, 1)) {
		const hint = `Use :1 to read from the start, or :${total} to read the last line.`;
		return `Line ${start} is beyond end of file (${total} lines total). ${hint}`;
	}
	const notices: string[] = [];
	const shown = found.lines.map((line) => (line.length > maxLineBytes ? `${line.slice(0, maxLineBytes)}…` : line));
	if (shown.some((line, index) => line !== found.lines[index])) {
		notices.push(`[Some lines truncated to ${maxLineBytes} chars]`);
	}
	const last = start + shown.length - 1;
	const open = selector.ranges[0]?.end === undefined;
	if (found.hasMore && open) {
		const of = total === undefined ? "" : ` of ${total}`;
		notices.unshift(`[Showing lines ${start}-${last}${of}. Use :${last + 1} to continue]`);
	}
	const body = selector.raw ? shown : shown.map((line, index) => `${start + index}|${line}`);
	return [body.join("\n"), ...notices].join("\n\n");
}

function windowOf(selector: Selector, defaultLimit: number): { start: number; count: number } {
	const { raw } = selector;
	const [range] = selector.ranges;
	if (!range) return { start: 1, count: defaultLimit };
	if (range.end === undefined) return { start: range.start, count: defaultLimit };
	const start = raw ? range.start : Math.max(1, range.start - linesBefore);
	const end = raw ? range.end : range.end + linesAfter;
	return { start, count: Math.min(end - start + 1, maxLines) };
}
