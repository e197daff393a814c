import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { uriToPath } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { type PlannedFileOperation, planWorkspaceEdit } from "@oh-my-pi/pi-lsp/edits/plan-workspace-edit";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import type { LspCall } from "../call/lsp-call.ts";
import type { ProjectFiles } from "./project-files.ts";

const maxRounds = 3;

/** An edit of a server, with the versions of the documents that it speaks of. */
export interface ServerEdit {
	readonly edit: WorkspaceEdit;
	readonly versions: ReadonlyMap<string, number>;
}

/**
 * Asks for an edit, and again when it touches documents whose text at the server may be older than that on disk: places in
 * these would be wrong. `undefined` when there is nothing to edit.
 */
export async function requestEdit(
	client: LanguageClient,
	files: ProjectFiles,
	ask: () => Promise<unknown>,
): Promise<ServerEdit | undefined> {
	const versions = new Map<string, number>();
	let answer = await ask();
	for (let round = 1; round < maxRounds; round++) {
		const unsynced = editedPaths(answer).filter((path) => client.isOpen(path) && !versions.has(path));
		if (unsynced.length === 0) break;
		for (const path of unsynced) await syncFile(client, files, path, versions);
		answer = await ask();
	}
	return isRecord(answer) ? { edit: answer as WorkspaceEdit, versions } : undefined;
}

/** An edit that the server sent by itself. */
export async function receivedEdit(
	client: LanguageClient,
	files: ProjectFiles,
	edit: WorkspaceEdit,
): Promise<ServerEdit> {
	const versions = new Map<string, number>();
	for (const path of editedPaths(edit)) if (client.isOpen(path)) await syncFile(client, files, path, versions);
	return { edit, versions };
}

async function syncFile(
	client: LanguageClient,
	files: ProjectFiles,
	path: string,
	versions: Map<string, number>,
): Promise<void> {
	const file = await files.load(path);
	if (file) versions.set(path, client.sync(path, file.text));
}

/** The files whose text an edit changes. */
function editedPaths(edit: unknown): string[] {
	if (!isRecord(edit)) return [];
	const uris = Array.isArray(edit.documentChanges)
		? edit.documentChanges.flatMap((part) =>
				isRecord(part) && isRecord(part.textDocument) ? [part.textDocument.uri] : [],
			)
		: Object.keys(isRecord(edit.changes) ? edit.changes : {});
	return [...new Set(uris.flatMap((uri) => (typeof uri === "string" ? (uriToPath(uri) ?? []) : [])))];
}

/** What has to be done to files; throws for an edit that may not be made. */
export function planServerEdit(
	{ servers }: Pick<LspCall, "servers">,
	client: Pick<LanguageClient, "fromServerPosition">,
	files: ProjectFiles,
	{ edit, versions }: ServerEdit,
): Promise<PlannedFileOperation[]> {
	return planWorkspaceEdit(edit, {
		root: servers.root,
		readText: async (path) => (await files.load(path))?.text,
		openVersion: (path) => versions.get(path),
		toLocalPosition: (position, lineText) => client.fromServerPosition(position, lineText),
	});
}
