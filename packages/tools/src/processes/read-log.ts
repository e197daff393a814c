import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { sanitizeOutput } from "../output/stream/sanitize-output.ts";
import { olderLog } from "./process-log.ts";

export interface LogQuery {
	/** How many lines, from the end unless `head`. */
	readonly lines: number;
	readonly head?: boolean;
	/** A regular expression that lines must match. */
	readonly grep?: string;
	/** Only what was printed after this position. */
	readonly cursor?: number;
}

export interface LogPart {
	readonly lines: readonly string[];
	/** The end of the log; the next call goes on from here. */
	readonly cursor: number;
	/** There are more lines than were asked for. */
	readonly hasMore: boolean;
}

export interface LogSource {
	readonly file: string;
	/** Position of the first byte in the file. */
	readonly base: number;
}

/** As much is read at once; 1,000 lines rarely have more. */
const maxReadBytes = 1024 * 1024;

/** The end of the log in its own positions. */
export async function logEnd({ file, base }: LogSource): Promise<number> {
	return base + (await measureFile(file));
}

export async function readLog(
	source: LogSource,
	query: LogQuery,
	search: { readonly ripgrep: Ripgrep; readonly signal: AbortSignal },
): Promise<LogPart> {
	const end = await logEnd(source);
	const older = olderLog(source.file);
	const oldest = source.base - Math.min(source.base, await measureFile(older));
	const from = Math.min(Math.max(query.cursor ?? oldest, oldest), end);
	const parts = [
		{ file: older, base: oldest, end: source.base },
		{ file: source.file, base: source.base, end },
	].filter((part) => part.end > from && part.end > part.base);
	const all =
		query.grep === undefined
			? await readParts(parts, { from, head: query.head ?? false })
			: await searchParts(parts, { from, pattern: query.grep, ...search });
	const count = Math.max(1, query.lines);
	const lines = query.head ? all.lines.slice(0, count) : all.lines.slice(-count);
	return { lines, cursor: end, hasMore: all.isCut || lines.length < all.lines.length };
}

interface Part {
	readonly file: string;
	readonly base: number;
	readonly end: number;
}

interface Found {
	readonly lines: readonly string[];
	readonly isCut: boolean;
}

async function readParts(
	parts: readonly Part[],
	{ from, head }: { readonly from: number; readonly head: boolean },
): Promise<Found> {
	const last = parts.at(-1)?.end ?? from;
	const isCut = last - from > maxReadBytes;
	const start = isCut && !head ? last - maxReadBytes : from;
	const stop = isCut && head ? from + maxReadBytes : last;
	let text = "";
	for (const part of parts) {
		const [first, after] = [Math.max(start, part.base), Math.min(stop, part.end)];
		if (after > first) text += await slice(part.file, first - part.base, after - part.base);
	}
	return { lines: splitLines(text), isCut };
}

async function searchParts(
	parts: readonly Part[],
	options: {
		readonly from: number;
		readonly pattern: string;
		readonly ripgrep: Ripgrep;
		readonly signal: AbortSignal;
	},
): Promise<Found> {
	const lines: string[] = [];
	let isCut = false;
	for (const { file, base } of parts) {
		// ripgrep takes time in proportion to the log, whatever the pattern.
		const args = ["--text", "--byte-offset", "--no-line-number", "--no-filename", "--no-heading", "--max-columns=4096"];
		const output: Uint8Array[] = [];
		let bytes = 0;
		const { exitCode, errors } = await options.ripgrep.run([...args, "-e", options.pattern, "--", file], {
			cwd: dirname(file),
			signal: options.signal,
			onData(chunk) {
				output.push(chunk);
				bytes += chunk.length;
				while (bytes > 4 * maxReadBytes && output.length > 1) {
					bytes -= output.shift()?.length ?? 0;
					isCut = true;
				}
			},
		});
		if (exitCode > 1) throw new ToolError(`grep: ${errors.trim().split("\n").at(-1) ?? "the pattern cannot be used"}`);
		for (const row of Buffer.concat(output).toString("utf8").split("\n")) {
			const [, offset, line = ""] = /^(\d+):(.*)$/s.exec(row) ?? [];
			if (offset !== undefined && base + Number(offset) >= options.from) lines.push(sanitizeOutput(line).trimEnd());
		}
	}
	return { lines, isCut };
}

function splitLines(text: string): string[] {
	const lines = sanitizeOutput(text).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

async function slice(file: string, start: number, end: number): Promise<string> {
	let handle: FileHandle | undefined;
	try {
		handle = await open(file, "r");
		const buffer = Buffer.alloc(end - start);
		const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
		return buffer.toString("utf8", 0, bytesRead);
	} catch (error) {
		if (isMissing(error)) return "";
		throw error;
	} finally {
		await handle?.close();
	}
}

async function measureFile(file: string): Promise<number> {
	const handle = Bun.file(file);
	return (await handle.exists()) ? (await handle.stat()).size : 0;
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ENOENT";
}
