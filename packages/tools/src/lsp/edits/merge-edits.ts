import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { pathToUri, uriToPath } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Position, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import { isRange } from "../navigation/locations.ts";
import type { ProjectFiles } from "./project-files.ts";

/** Text edits by path, with places as we count them. */
export type FileEdits = ReadonlyMap<string, readonly TextEdit[]>;

/** The text edits of one server; creating and moving files is not for a server that is only asked about a move. */
export async function readFileEdits(
	edit: WorkspaceEdit,
	client: Pick<LanguageClient, "fromServerRange">,
	files: ProjectFiles,
): Promise<FileEdits> {
	const found = new Map<string, TextEdit[]>();
	for (const [uri, edits] of listTextEdits(edit)) {
		const path = uriToPath(uri);
		if (path === undefined) continue;
		const lines = (await files.load(path))?.text.split("\n") ?? [];
		const local = edits.flatMap((item): TextEdit[] => {
			if (!isRecord(item) || !isRange(item.range) || typeof item.newText !== "string") return [];
			const range = client.fromServerRange(item.range, (lineIndex) => lines[lineIndex] ?? "");
			return [{ range, newText: item.newText }];
		});
		found.set(path, [...(found.get(path) ?? []), ...local]);
	}
	return found;
}

function listTextEdits({ documentChanges, changes }: WorkspaceEdit): Array<[string, readonly unknown[]]> {
	if (!Array.isArray(documentChanges)) return Object.entries(changes ?? {});
	return documentChanges.flatMap(
		(part): Array<[string, readonly unknown[]]> =>
			"textDocument" in part && Array.isArray(part.edits) ? [[part.textDocument.uri, part.edits]] : [],
	);
}

/** One edit of several; where they overlap, the earlier one in the list counts. */
export function mergeEdits(all: readonly FileEdits[]): WorkspaceEdit {
	const merged = new Map<string, TextEdit[]>();
	for (const edits of all) {
		for (const [path, list] of edits) {
			const accepted = merged.get(path) ?? [];
			// Those of one server fit together, so they are compared with those of others alone.
			const others = [...accepted];
			accepted.push(...list.filter((edit) => !others.some((other) => overlaps(edit, other))));
			merged.set(path, accepted);
		}
	}
	return { changes: Object.fromEntries(Array.from(merged, ([path, edits]) => [pathToUri(path), edits])) };
}

function overlaps({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
	const isSame = compare(a.start, b.start) === 0 && compare(a.end, b.end) === 0;
	return isSame || (compare(a.start, b.end) < 0 && compare(b.start, a.end) < 0);
}

function compare(a: Position, b: Position): number {
	return a.line - b.line || a.character - b.character;
}
