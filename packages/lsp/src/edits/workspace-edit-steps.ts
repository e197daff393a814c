import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { ServerError } from "../contract/server-error.ts";
import { uriToPath } from "../documents/file-uri.ts";

/** A part of a workspace edit, with checked fields and local paths. */
export type EditStep =
	| {
			readonly kind: "edit";
			readonly path: string;
			readonly version: number | undefined;
			readonly edits: readonly unknown[];
	  }
	| { readonly kind: "create"; readonly path: string; readonly overwrite: boolean; readonly ignoreIfExists: boolean }
	| {
			readonly kind: "rename";
			readonly from: string;
			readonly to: string;
			readonly overwrite: boolean;
			readonly ignoreIfExists: boolean;
	  }
	| {
			readonly kind: "delete";
			readonly path: string;
			readonly recursive: boolean;
			readonly ignoreIfNotExists: boolean;
	  };

const maxSteps = 10_000;

/** The parts in their order. Throws a `ServerError` for what cannot be understood, and for files outside of the folder. */
export function readWorkspaceEdit(edit: unknown, root: string): EditStep[] {
	if (!isRecord(edit)) throw refuse("it is no workspace edit");
	const { documentChanges, changes } = edit;
	const entries = Array.isArray(documentChanges) ? documentChanges : readChanges(changes);
	if (entries.length > maxSteps) throw refuse(`it has ${entries.length} parts, more than ${maxSteps}`);
	return entries.map((entry) => readStep(entry, (uri) => readPath(uri, root)));
}

/** The older form, in the words of the newer. */
function readChanges(changes: unknown): unknown[] {
	if (!isRecord(changes)) return [];
	return Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }));
}

function readStep(entry: unknown, pathAt: (uri: unknown) => string): EditStep {
	if (!isRecord(entry)) throw refuse("a part of it is no operation");
	const options = isRecord(entry.options) ? entry.options : {};
	const overwrite = options.overwrite === true;
	const ignoreIfExists = options.ignoreIfExists === true;
	switch (entry.kind) {
		case undefined:
			return readTextEdit(entry, pathAt);
		case "create":
			return { kind: "create", path: pathAt(entry.uri), overwrite, ignoreIfExists };
		case "rename":
			return { kind: "rename", from: pathAt(entry.oldUri), to: pathAt(entry.newUri), overwrite, ignoreIfExists };
		case "delete":
			return {
				kind: "delete",
				path: pathAt(entry.uri),
				recursive: options.recursive === true,
				ignoreIfNotExists: options.ignoreIfNotExists === true,
			};
		default:
			throw refuse(`the operation ${JSON.stringify(entry.kind)?.slice(0, 100)} is not known`);
	}
}

function readTextEdit({ textDocument, edits }: Record<string, unknown>, pathAt: (uri: unknown) => string): EditStep {
	if (!isRecord(textDocument) || !Array.isArray(edits)) throw refuse("a part of it is no operation");
	const { uri, version } = textDocument;
	return { kind: "edit", path: pathAt(uri), version: typeof version === "number" ? version : undefined, edits };
}

function readPath(uri: unknown, root: string): string {
	const path = typeof uri === "string" ? uriToPath(uri) : undefined;
	if (path === undefined) throw refuse(`${JSON.stringify(uri)?.slice(0, 300)} is no file`);
	const folder = root.endsWith("/") ? root : `${root}/`;
	if (!path.startsWith(folder) || path === folder) throw refuse(`${path} is outside of ${root}`);
	return path.replace(/\/+$/, "");
}

export function refuse(problem: string): ServerError {
	return new ServerError("protocol", `The language server's edit was refused: ${problem}`);
}
