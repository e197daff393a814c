import { resolve } from "node:path";
import { type Envelope, type PatchedFile, parseEnvelope } from "../patch/parse-envelope.ts";
import { parseUnifiedDiff } from "./git-diff.ts";

/** The files of a patch in either notation. */
export function patchFiles(text: string, folder?: string): Envelope {
	const { files, warnings } = parsePatch(text);
	return { files: folder === undefined ? files : files.map((file) => inFolder(file, folder)), warnings };
}

function parsePatch(text: string): Envelope {
	if (/^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/m.test(text)) return parseEnvelope(text);
	return { files: parseUnifiedDiff(text), warnings: [] };
}

function inFolder(file: PatchedFile, folder: string): PatchedFile {
	const path = resolve(folder, file.path);
	if (file.kind !== "update" || file.moveTo === undefined) return { ...file, path };
	return { ...file, path, moveTo: resolve(folder, file.moveTo) };
}
