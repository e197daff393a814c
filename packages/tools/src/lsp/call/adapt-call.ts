import { adapter } from "../../contract/adapt.ts";
import { actionNames, type LspAction } from "./parameters.ts";

/** Reads calls as other agents and editors write them. */
export const adaptLspCall = adapter({
	names: {
		path: "file",
		file_path: "file",
		filename: "file",
		relative_path: "file",
		uri: "file",
		source: "file",
		old_path: "file",
		operation: "action",
		op: "action",
		command: "action",
		line_number: "line",
		character: "column",
		col: "column",
		name: "symbol",
		symbol_name: "symbol",
		identifier: "symbol",
		newName: "new_name",
		new_path: "new_name",
		destination: "new_name",
		pattern: "query",
		method: "query",
		params: "payload",
		timeout_seconds: "timeout",
	},
	more(args) {
		const { action, file, payload } = args;
		const meaning: Record<string, unknown> = {};
		const taken: string[] = [];
		const known = typeof action === "string" ? readAction(action) : undefined;
		if (known && known.action !== action) {
			taken.push("action");
			meaning.action = known.action;
			if (known.isWorkspace && file === undefined) meaning.file = "*";
			if (known.isPreview) meaning.apply = false;
		}
		if (typeof payload === "object" && payload !== null) {
			taken.push("payload");
			meaning.payload = JSON.stringify(payload);
		}
		return taken.length > 0 ? { taken, meaning } : undefined;
	},
});

interface ReadAction {
	readonly action: LspAction;
	readonly isWorkspace?: true;
	readonly isPreview?: true;
}

function readAction(name: string): ReadAction | undefined {
	const plain = name.toLowerCase().replace(/^textdocument\/|[_\s/-]/g, "");
	const known = actionNames.find((action) => action.replaceAll("_", "") === plain);
	return known ? { action: known } : otherNames.get(plain);
}

const otherNames: ReadonlyMap<string, ReadAction> = new Map<string, ReadAction>([
	["gotodefinition", { action: "definition" }],
	["finddefinition", { action: "definition" }],
	["definitions", { action: "definition" }],
	["declaration", { action: "definition" }],
	["gotodeclaration", { action: "definition" }],
	["gototypedefinition", { action: "type_definition" }],
	["gotoimplementation", { action: "implementation" }],
	["findimplementations", { action: "implementation" }],
	["implementations", { action: "implementation" }],
	["findreferences", { action: "references" }],
	["reference", { action: "references" }],
	["usages", { action: "references" }],
	["findusages", { action: "references" }],
	["incomingcalls", { action: "references" }],
	["gethover", { action: "hover" }],
	["documentsymbol", { action: "symbols" }],
	["documentsymbols", { action: "symbols" }],
	["outline", { action: "symbols" }],
	["symbol", { action: "symbols" }],
	["workspacesymbol", { action: "symbols", isWorkspace: true }],
	["workspacesymbols", { action: "symbols", isWorkspace: true }],
	["diagnostic", { action: "diagnostics" }],
	["getdiagnostics", { action: "diagnostics" }],
	["errors", { action: "diagnostics" }],
	["workspacediagnostics", { action: "diagnostics", isWorkspace: true }],
	["preparerename", { action: "rename", isPreview: true }],
	["renamesymbol", { action: "rename" }],
	["renamefiles", { action: "rename_file" }],
	["movefile", { action: "rename_file" }],
	["codeaction", { action: "code_actions" }],
	["quickfix", { action: "code_actions" }],
	["restart", { action: "reload" }],
	["servers", { action: "status" }],
]);
