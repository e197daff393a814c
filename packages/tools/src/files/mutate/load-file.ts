import type { BigIntStats } from "node:fs";
import { access, constants, lstat, open } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { notebookJson, notebookText, parseNotebook, withNotebookText } from "../notebooks/notebook-text.ts";
import { diskProblem } from "./disk-problem.ts";
import type { EditorFiles } from "./editor-files.ts";
import { decodeText, encodeText, markedText, parseText, type TextFile } from "./text/text-file.ts";

/** Enough of a file's facts to notice that it is no longer the one that was read. */
export type FileVersion = Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs" | "mode" | "uid" | "gid">;

/** A file that was read in order to be changed. */
export interface LoadedFile {
	/** As given; it may be a link. */
	readonly path: string;
	readonly isLink: boolean;
	readonly version: FileVersion;
	/** What edits see: lines that end in `\n`, without a byte order mark. */
	readonly text: string;
	/** A text of this file as snapshots know it. */
	tagged(text: string): string;
	/** A new text the way this file has it on disk; bytes for what is no text and only moved. */
	encode(text: string): string | Uint8Array;
}

const maxBytes = 64 * 1024 * 1024;

/** `undefined` when there is no such file; what cannot be edited as text is refused. */
export async function loadFile(path: string, shownPath: string, editor?: EditorFiles): Promise<LoadedFile | undefined> {
	const loaded = await loadBytes(path, shownPath);
	if (!loaded) return undefined;
	const { bytes, version, isLink } = loaded;
	if (!bytes)
		throw new ToolError(`Cannot edit ${shownPath}: it has ${version.size} bytes, and ${maxBytes} is the most.`);
	const unsaved = await editor?.read?.(path);
	const text = unsaved === undefined ? decodeText(bytes) : parseText(unsaved);
	if (!text) throw new ToolError(`Cannot edit ${shownPath}: it is not valid UTF-8 text.`);
	const notebook = path.endsWith(".ipynb") ? notebookForms(text, shownPath) : undefined;
	return { path, isLink, version, ...(notebook ?? textForms(text)) };
}

/** A file that only goes to another place; it need not be text. */
export async function loadForMove(path: string, shownPath: string): Promise<LoadedFile | undefined> {
	const loaded = await loadBytes(path, shownPath);
	if (!loaded) return undefined;
	const { bytes, version, isLink } = loaded;
	if (!bytes)
		throw new ToolError(`Cannot move ${shownPath}: it has ${version.size} bytes, and ${maxBytes} is the most.`);
	const text = decodeText(bytes);
	const opaque = { text: "", tagged: () => "", encode: () => bytes };
	return { path, isLink, version, ...(text ? textForms(text) : opaque) };
}

type TextForms = Pick<LoadedFile, "text" | "tagged" | "encode">;

function textForms(file: TextFile): TextForms {
	return {
		text: file.text,
		tagged: (changed) => markedText(file, changed),
		encode: (changed) => encodeText(changed, file),
	};
}

/** A notebook is edited as the text of its cells. */
function notebookForms(file: TextFile, shownPath: string): TextForms | undefined {
	const notebook = parseNotebook(file.text);
	if (!notebook) return undefined;
	return {
		text: notebookText(notebook),
		tagged: (changed) => changed,
		encode(changed) {
			const made = withNotebookText(notebook, changed);
			if (!made) {
				throw new ToolError(`The text of ${shownPath} must begin with a cell marker such as \`# %% [code] cell:0\`.`);
			}
			return encodeText(notebookJson(made, file.text), file);
		},
	};
}

interface LoadedBytes {
	readonly isLink: boolean;
	readonly version: FileVersion;
	/** Absent when they are too many. */
	readonly bytes?: Uint8Array;
}

/** Whatever a regular file holds. */
export async function loadBytes(path: string, shownPath: string): Promise<LoadedBytes | undefined> {
	const link = await lstat(path).catch((error) => absent(error, shownPath));
	const opened = link && (await openRegular(path, shownPath));
	if (!opened) return undefined;
	await using file = opened;
	const version = await file.stat({ bigint: true });
	const isLink = link.isSymbolicLink();
	return version.size > maxBytes ? { isLink, version } : { isLink, version, bytes: await file.readFile() };
}

/** Without blocking on a pipe that nobody writes to. */
async function openRegular(path: string, shownPath: string) {
	const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
		if (error.code === "EACCES") throw new ToolError(`Cannot edit ${shownPath}: permission denied.`);
		return absent(error, shownPath);
	});
	if (!file) return undefined;
	const facts = await file.stat();
	if (facts.isFile()) return file;
	await file.close();
	const what = facts.isDirectory() ? "a directory" : "not a regular file";
	throw new ToolError(`Cannot edit ${shownPath}: it is ${what}.`);
}

/** A rename would go through all the same, but who made a file read-only did not mean it to. */
export async function mustBeWritable(path: string, shownPath: string): Promise<void> {
	await access(path, constants.W_OK).catch(() => {
		throw new ToolError(`Cannot write ${shownPath}: permission denied. It is read-only.`);
	});
}

export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
	return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

function absent(error: NodeJS.ErrnoException, shownPath: string): undefined {
	if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
	throw diskProblem(error, shownPath);
}
