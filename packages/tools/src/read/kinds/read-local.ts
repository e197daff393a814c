import type { Stats } from "node:fs";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { detectImageType } from "@oh-my-pi/pi-natives/image/image";
import { type Notebook, notebookText, parseNotebook } from "../../files/notebooks/notebook-text.ts";
import { loadText } from "../../files/open/load-text.ts";
import { mustNotBeSecret } from "../../files/open/must-not-be-secret.ts";
import { notRegular, openRegular } from "../../files/open/open-regular.ts";
import { hasSelector, type Selector } from "../../files/paths/selector.ts";
import { archiveKind } from "../../formats/archives/open-archive.ts";
import { DocumentError } from "../../formats/documents/document-error.ts";
import { documentKind, documentText } from "../../formats/documents/document-text.ts";
import { profileSummary } from "../../formats/profiles/profile-summary.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { readSqlite } from "../sqlite/read-sqlite.ts";
import { readTextFile, showText, type TextOptions } from "../text/read-text.ts";
import { notebookOutputs } from "./notebook-outputs.ts";
import { readArchive } from "./read-archive.ts";
import { readConflicts } from "./read-conflicts.ts";
import { readFolder } from "./read-folder.ts";
import { readImage } from "./read-image.ts";

/** Something on disk that was found to be there. */
export interface LocalTarget {
	readonly path: string;
	/** As the model knows it. */
	readonly shown: string;
	readonly selector: Selector;
	readonly facts: Stats;
}

const startBytes = 16 * 1024;
const maxNotebookBytes = 64 * 1024 * 1024;

/** A folder or a file of any kind we can say something about. */
export async function readLocal(
	target: LocalTarget,
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	const { path, shown, selector, facts } = target;
	mustNotBeSecret(path, shown, deps);
	if (facts.isDirectory()) return readFolder(path, shown, selector, deps);
	if (!facts.isFile()) throw notRegular(shown);
	if (selector.conflicts) return readConflicts(path, shown, deps);
	const output = await readFile(target, signal, deps);
	return { ...output, details: { resolvedPath: path, ...output.details } };
}

async function readFile(
	{ path, shown, selector, facts }: LocalTarget,
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	const text: TextOptions = { shown, selector, editablePath: path };
	if (selector.raw) return readTextFile(path, facts.size, text, deps);
	const { bytes, isWhole } = await readStart(path, shown);
	if (detectImageType(bytes)) return readImage(path, shown, deps);
	if (/\.(?:sqlite3?|db3?)$/i.test(path) && bytes.toString("latin1", 0, 16) === "SQLite format 3\0") {
		return showText(await readSqlite(path, "", { signal }), { shown, selector, plain: true }, deps);
	}
	if (archiveKind(path)) return readArchive({ requestedPath: shown, absolute: path, inner: "" }, deps);
	if (/\.ipynb$/i.test(path)) {
		const notebook = await loadNotebook(path, shown);
		if (notebook) {
			const output = showText(notebookText(notebook), text, deps);
			const outputs = hasSelector(selector) ? [] : notebookOutputs(notebook);
			return { ...output, content: [output.content, ...outputs].join("\n") };
		}
	}
	const profile = await profileSummary(path, shown, facts.size);
	if (profile !== undefined)
		return showText(`${profile}\n\n[Read it with :raw for all of it]`, { shown, selector, plain: true }, deps);
	const kind = documentKind(path);
	if (kind) return readDocument(path, kind, { shown, selector }, deps);
	return readTextFile(path, facts.size, isWhole ? { ...text, content: bytes } : text, deps);
}

/** The beginning of a file; of a small one, all of it. */
async function readStart(path: string, shown: string): Promise<{ bytes: Buffer; isWhole: boolean }> {
	using file = await openRegular(path, shown);
	const buffer = Buffer.allocUnsafe(startBytes);
	const length = await file.read(buffer, 0);
	const isWhole = file.size > 0 && length >= file.size && length < buffer.length;
	return { bytes: buffer.subarray(0, length), isWhole };
}

/** `undefined` for what only has the name of a notebook. */
async function loadNotebook(path: string, shown: string): Promise<Notebook | undefined> {
	const loaded = await loadText(path, { maxBytes: maxNotebookBytes, shown });
	if (loaded.kind === "too-large") throw new ToolError(`Notebook '${shown}' is too large; read it with :raw`);
	return loaded.kind === "text" ? parseNotebook(loaded.text) : undefined;
}

async function readDocument(
	path: string,
	kind: string,
	options: TextOptions,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	try {
		return showText(await documentText(path), options, deps);
	} catch (error) {
		if (!(error instanceof DocumentError)) throw error;
		return { content: `[Cannot read ${kind} file: ${error.message}]` };
	}
}
