import { access, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Type } from "../../../features/extensions/schema/typebox.ts";
import { type FolderTool, textResult } from "./folder-tool.ts";
import { withFileMutationQueue } from "./helpers.ts";

export interface EditOperations {
	readFile(path: string): Promise<Uint8Array>;
	writeFile(path: string, content: string): Promise<void>;
	/** Rejects when the file cannot be changed. */
	access(path: string): Promise<void>;
}

export interface EditToolOptions {
	readonly operations?: EditOperations | undefined;
}

export interface Replacement {
	readonly oldText: string;
	readonly newText: string;
}

const local: EditOperations = {
	readFile: (path) => readFile(path),
	writeFile: (path, content) => writeFile(path, content),
	access: (path) => access(path),
};

export function createEditTool(
	cwd: string,
	{ operations = local }: EditToolOptions = {},
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
				await operations.access(file);
				const before = Buffer.from(await operations.readFile(file)).toString("utf8");
				const places = edits.map((edit) => findPlace(edit, before, path));
				await operations.writeFile(file, replaced(before, places));
				return before.slice(0, Math.min(...places.map(({ start }) => start))).split("\n").length;
			});
			const count = edits.length === 1 ? "1 place" : `${edits.length} places`;
			return textResult(`Changed ${count} in ${path}`, { firstChangedLine });
		},
	};
}

interface Place extends Replacement {
	readonly start: number;
}

function findPlace({ oldText, newText }: Replacement, text: string, path: string): Place {
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
