import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Type } from "../../../extensions/schema/typebox.ts";
import { withFileMutationQueue } from "./helpers.ts";
import { formatSize, truncateHead, truncateTail } from "./truncate.ts";

/** A tool that extensions make for one folder, to call it or to register it changed. */
export interface FolderTool<Params> {
	readonly name: string;
	readonly label: string;
	readonly description: string;
	/** A JSON schema. */
	readonly parameters: unknown;
	execute(
		toolCallId: string,
		params: Params,
		signal?: AbortSignal,
		onUpdate?: (partial: ToolResult) => void,
	): Promise<ToolResult>;
}

export interface ToolResult {
	readonly content: ReadonlyArray<{ readonly type: "text"; readonly text: string }>;
	readonly details?: Readonly<Record<string, unknown>>;
}

interface Replacement {
	readonly oldText: string;
	readonly newText: string;
}

const said = (text: string, details?: ToolResult["details"]): ToolResult => ({
	content: [{ type: "text", text }],
	...(details && { details }),
});

export function createReadTool(
	cwd: string,
): FolderTool<{ readonly path: string; readonly offset?: number; readonly limit?: number }> {
	return {
		name: "read",
		label: "read",
		description: "Read the lines of a text file, from `offset` (counted from 1), at most `limit`.",
		parameters: Type.Object({
			path: Type.String({ description: "Path of the file" }),
			offset: Type.Optional(Type.Number({ description: "First line, counted from 1" })),
			limit: Type.Optional(Type.Number({ description: "How many lines" })),
		}),
		async execute(_id, { path, offset = 1, limit }, signal) {
			const text = await readFile(resolve(cwd, path), { encoding: "utf8", ...(signal && { signal }) });
			const lines = text.split("\n");
			if (offset > lines.length) throw new Error(`Offset ${offset} is beyond the end: ${lines.length} lines`);
			const first = Math.max(0, offset - 1);
			const wanted = lines.slice(first, limit === undefined ? undefined : first + limit);
			const cut = truncateHead(wanted.join("\n"));
			const next = first + (cut.truncated ? cut.outputLines : wanted.length) + 1;
			const more = next <= lines.length ? `\n\n[${lines.length - next + 1} more lines. Use offset=${next}.]` : "";
			return said(cut.content + more, cut.truncated ? { truncation: cut } : undefined);
		},
	};
}

export function createWriteTool(cwd: string): FolderTool<{ readonly path: string; readonly content: string }> {
	return {
		name: "write",
		label: "write",
		description: "Write a file. Folders are made; what was in the file is replaced.",
		parameters: Type.Object({
			path: Type.String({ description: "Path of the file" }),
			content: Type.String({ description: "What to write" }),
		}),
		async execute(_id, { path, content }, signal) {
			const file = resolve(cwd, path);
			await withFileMutationQueue(file, async () => {
				signal?.throwIfAborted();
				await mkdir(dirname(file), { recursive: true });
				await writeFile(file, content);
			});
			return said(`Wrote ${formatSize(Buffer.byteLength(content))} to ${path}`);
		},
	};
}

export function createEditTool(
	cwd: string,
): FolderTool<{ readonly path: string } & (Replacement | { readonly edits: readonly Replacement[] })> {
	return {
		name: "edit",
		label: "edit",
		description: "Replace text in a file. Each `oldText` must be in the file exactly once.",
		parameters: Type.Object({
			path: Type.String({ description: "Path of the file" }),
			edits: Type.Array(Type.Object({ oldText: Type.String(), newText: Type.String() })),
		}),
		async execute(_id, params, signal) {
			const { path } = params;
			const file = resolve(cwd, path);
			const edits = "edits" in params ? params.edits : [params];
			const firstChangedLine = await withFileMutationQueue(file, async () => {
				signal?.throwIfAborted();
				const before = await readFile(file, "utf8");
				const places = edits.map((edit) => placeOf(edit, before, path));
				await writeFile(file, replaced(before, places));
				return before.slice(0, Math.min(...places.map(({ start }) => start))).split("\n").length;
			});
			const count = edits.length === 1 ? "1 place" : `${edits.length} places`;
			return said(`Changed ${count} in ${path}`, { firstChangedLine });
		},
	};
}

export function createBashTool(cwd: string): FolderTool<{ readonly command: string; readonly timeout?: number }> {
	return {
		name: "bash",
		label: "bash",
		description: "Run a command with bash. Gives the end of what it prints.",
		parameters: Type.Object({
			command: Type.String({ description: "The command" }),
			timeout: Type.Optional(Type.Number({ description: "Seconds" })),
		}),
		async execute(_id, { command, timeout }, signal) {
			const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout * 1000);
			const end = AbortSignal.any([...(signal ? [signal] : []), ...(limit ? [limit] : [])]);
			end.throwIfAborted();
			const child = Bun.spawn(["bash", "-c", `exec 2>&1\n${command}`], {
				cwd,
				stdin: "ignore",
				stdout: "pipe",
				stderr: "ignore",
				detached: true,
			});
			// What the command started goes with it.
			const stop = () => void process.kill(-child.pid, "SIGKILL");
			end.addEventListener("abort", stop, { once: true });
			const [output, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
			end.removeEventListener("abort", stop);
			const cut = truncateTail(output.trimEnd());
			const text = cut.content || "(no output)";
			if (limit?.aborted) throw new Error(`${text}\n\nCommand timed out after ${timeout} seconds`);
			if (signal?.aborted) throw new Error(`${text}\n\nCommand aborted`);
			if (code !== 0) throw new Error(`${text}\n\nCommand exited with code ${code}`);
			return said(text, cut.truncated ? { truncation: cut } : undefined);
		},
	};
}

interface Place extends Replacement {
	readonly start: number;
}

function placeOf({ oldText, newText }: Replacement, text: string, path: string): Place {
	const start = oldText === "" ? -1 : text.indexOf(oldText);
	if (start < 0) throw new Error(`Could not find the exact text in ${path}`);
	if (text.indexOf(oldText, start + 1) >= 0) throw new Error(`The text is in ${path} more than once`);
	return { oldText, newText, start };
}

function replaced(text: string, places: readonly Place[]): string {
	let result = "";
	let end = 0;
	for (const { oldText, newText, start } of places.toSorted((a, b) => a.start - b.start)) {
		if (start < end) throw new Error("Two edits change the same text");
		result += text.slice(end, start) + newText;
		end = start + oldText.length;
	}
	return result + text.slice(end);
}
