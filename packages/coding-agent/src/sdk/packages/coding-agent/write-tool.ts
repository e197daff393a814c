import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Type } from "../../../features/extensions/schema/typebox.ts";
import { type FolderTool, textResult } from "./folder-tool.ts";
import { withFileMutationQueue } from "./helpers.ts";
import { formatSize } from "./truncate.ts";

export interface WriteOperations {
	writeFile(path: string, content: string): Promise<void>;
	/** With the folders above it. */
	mkdir(folder: string): Promise<void>;
}

export interface WriteToolOptions {
	readonly operations?: WriteOperations | undefined;
}

const local: WriteOperations = {
	writeFile: (path, content) => writeFile(path, content),
	mkdir: async (folder) => void (await mkdir(folder, { recursive: true })),
};

export function createWriteTool(
	cwd: string,
	{ operations = local }: WriteToolOptions = {},
): FolderTool<{ readonly path: string; readonly content: string }> {
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
				await operations.mkdir(dirname(file));
				await operations.writeFile(file, content);
			});
			return textResult(`Wrote ${formatSize(Buffer.byteLength(content))} to ${path}`);
		},
	};
}
