import { access, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Type } from "../../../features/extensions/schema/typebox.ts";
import { type FolderTool, type ToolResult, textResult } from "./folder-tool.ts";
import { resizeImage } from "./helpers.ts";
import { truncateHead } from "./truncate.ts";

export interface ReadOperations {
	readFile(path: string): Promise<Uint8Array>;
	/** Rejects when the file cannot be read. */
	access(path: string): Promise<void>;
	/** The type of an image, nothing for other files. */
	detectImageMimeType?(path: string): Promise<string | null | undefined>;
}

export interface ReadToolOptions {
	readonly operations?: ReadOperations | undefined;
	/** Makes large images smaller; on by default. */
	readonly autoResizeImages?: boolean | undefined;
}

const local: ReadOperations = { readFile: (path) => readFile(path), access: (path) => access(path) };

export function createReadTool(
	cwd: string,
	{ operations = local, autoResizeImages = true }: ReadToolOptions = {},
): FolderTool<{ readonly path: string; readonly offset?: number; readonly limit?: number }> {
	return {
		name: "read",
		label: "read",
		description:
			"Read the lines of a text file, from `offset` (counted from 1), at most `limit`. An image is shown as it is.",
		parameters: Type.Object({
			path: Type.String({ description: "Path of the file" }),
			offset: Type.Optional(Type.Number({ description: "First line, counted from 1" })),
			limit: Type.Optional(Type.Number({ description: "How many lines" })),
		}),
		async execute(_id, { path, offset = 1, limit }, signal) {
			const file = resolve(cwd, path);
			await operations.access(file);
			signal?.throwIfAborted();
			const bytes = await operations.readFile(file);
			signal?.throwIfAborted();
			const mimeType = operations.detectImageMimeType
				? await operations.detectImageMimeType(file)
				: imageType(Buffer.from(bytes));
			if (mimeType) return imageResult(bytes, mimeType, autoResizeImages);
			return textPart(Buffer.from(bytes).toString("utf8"), offset, limit);
		},
	};
}

function textPart(text: string, offset: number, limit: number | undefined): ToolResult {
	const lines = text.split("\n");
	if (offset > lines.length) throw new Error(`Offset ${offset} is beyond the end: ${lines.length} lines`);
	const first = Math.max(0, offset - 1);
	const wanted = lines.slice(first, limit === undefined ? undefined : first + limit);
	const cut = truncateHead(wanted.join("\n"));
	const next = first + (cut.truncated ? cut.outputLines : wanted.length) + 1;
	const more = next <= lines.length ? `\n\n[${lines.length - next + 1} more lines. Use offset=${next}.]` : "";
	return textResult(cut.content + more, cut.truncated ? { truncation: cut } : undefined);
}

async function imageResult(bytes: Uint8Array, mimeType: string, resizes: boolean): Promise<ToolResult> {
	const original = { data: Buffer.from(bytes).toString("base64"), mimeType };
	const image = (resizes ? await resizeImage(bytes) : undefined) ?? original;
	return {
		content: [
			{ type: "text", text: `Read image file [${image.mimeType}]` },
			{ type: "image", data: image.data, mimeType: image.mimeType },
		],
	};
}

/** By its first bytes; only what models accept. */
function imageType(bytes: Buffer): string | undefined {
	const start = bytes.subarray(0, 12).toString("latin1");
	if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
	if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
	if (/^GIF8[79]a/.test(start)) return "image/gif";
	if (/^RIFF[\s\S]{4}WEBP$/.test(start)) return "image/webp";
	return undefined;
}
