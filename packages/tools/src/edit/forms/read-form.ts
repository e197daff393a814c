import type { EditMode } from "../../services/edit-mode.ts";
import { pathNames } from "../../shared/arguments/adapt.ts";
import { looseHeaderOf } from "../hashline/header.ts";
import { isShortLine } from "../short-line.ts";
import type { EditForm, FileReplacement } from "./form.ts";

type Given = Readonly<Record<string, unknown>>;

const spellings: Readonly<Record<string, readonly string[]>> = {
	path: ["path", ...Object.keys(pathNames)],
	old: ["oldstring", "oldstr", "oldtext", "old", "search", "find"],
	new: ["newstring", "newstr", "newtext", "new", "replace", "replacement"],
	all: ["replaceall", "all"],
	edits: ["edits", "changes", "replacements"],
	text: ["input", "patch", "diff", "patchtext", "content", "text"],
};

/** The form that arguments have, if it is another than the mode's own. */
export function readForm(given: Given, mode: EditMode): EditForm | undefined {
	const path = textAt(given, "path");
	const text = textAt(given, "text");
	return (
		commandForm(given, path) ??
		replacements(given, path, mode) ??
		(text === undefined ? undefined : (textForm(text, mode) ?? searchBlocks(text, path)))
	);
}

/** A patch in a text where another notation is expected. */
export function textForm(text: string, mode: EditMode): EditForm | undefined {
	const isEnvelope = mode !== "apply_patch" && isPlainEnvelope(text);
	return isEnvelope || isUnifiedDiff(text) ? { kind: "patch", text } : undefined;
}

/** With tags behind the paths it is the notation with lines and tags, in an envelope. */
function isPlainEnvelope(text: string): boolean {
	const headers = text
		.split("\n")
		.filter((line) => isShortLine(line) && /^\*\*\* (?:Add|Update|Delete) File: /.test(line));
	return headers.length > 0 && !headers.some(looseHeaderOf);
}

function isUnifiedDiff(text: string): boolean {
	return /^--- \S[^\n]*\n\+\+\+ \S[^\n]*\n@@ /m.test(text);
}

/** `{command: "str_replace", …}`, the editor that several models know. */
function commandForm(given: Given, path: string | undefined): EditForm | undefined {
	const { command } = given;
	if (path === undefined || typeof command !== "string") return undefined;
	if (command === "view") {
		const [start, end] = Array.isArray(given.view_range) ? given.view_range.map(Number) : [];
		return { kind: "view", path, start: Math.max(1, start ?? 1), ...(end !== undefined && end > 0 && { end }) };
	}
	const text = [given.file_text, given.content].find((value) => typeof value === "string");
	if (command === "create" && text !== undefined) return { kind: "create", path, text };
	const inserted = [given.insert_text, given.new_str, given.text].find((value) => typeof value === "string");
	const afterLine = Number(given.insert_line ?? Number.NaN);
	if (command === "insert" && inserted !== undefined && Number.isInteger(afterLine)) {
		return { kind: "insert", path, afterLine, text: inserted };
	}
	return undefined;
}

function replacements(given: Given, path: string | undefined, mode: EditMode): EditForm | undefined {
	const one = replacementOf(given, path);
	if (one) return mode === "replace" ? undefined : { kind: "replace", replacements: [one] };
	const list = listAt(given).map((edit) => replacementOf(edit, path));
	if (list.length === 0 || (mode === "replace" && list.length === 1 && path !== undefined)) return undefined;
	const complete = list.filter((edit) => edit !== undefined);
	return complete.length === list.length ? { kind: "replace", replacements: complete } : undefined;
}

function replacementOf(edit: Given, outerPath: string | undefined): FileReplacement | undefined {
	const path = textAt(edit, "path") ?? outerPath;
	const [before, after] = [textAt(edit, "old"), textAt(edit, "new")];
	if (path === undefined || before === undefined || after === undefined) return undefined;
	const all = valueAt(edit, "all");
	return {
		path,
		old_string: before,
		new_string: after,
		...((all === true || all === "true") && { replace_all: true }),
	};
}

function listAt(given: Given): readonly Given[] {
	const value = valueAt(given, "edits");
	const list = typeof value === "string" ? parsed(value) : value;
	return Array.isArray(list) ? list.filter((item): item is Given => typeof item === "object" && item !== null) : [];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// A text that is no list is for somebody else.
		return undefined;
	}
}

/** `<<<<<<< SEARCH` … `=======` … `>>>>>>> REPLACE`. */
function searchBlocks(text: string, path: string | undefined): EditForm | undefined {
	if (path === undefined || !text.includes("<<<<<<< SEARCH")) return undefined;
	const pattern = /^<{7} SEARCH\n(?:(?::start_line:.*|-{7})\n)*([\s\S]*?)^={7}\n([\s\S]*?)^>{7} REPLACE\s*$/gm;
	const found = [...text.replaceAll("\r\n", "\n").matchAll(pattern)];
	const list = found.map(([, before = "", after = ""]) => ({ path, old_string: before, new_string: after }));
	return list.length > 0 ? { kind: "replace", replacements: list } : undefined;
}

function textAt(given: Given, what: string): string | undefined {
	const value = valueAt(given, what);
	return typeof value === "string" ? value : undefined;
}

function valueAt(given: Given, what: string): unknown {
	const names = spellings[what] ?? [];
	const key = Object.keys(given).find((name) => names.includes(plain(name)) || names.includes(name));
	return key === undefined ? undefined : given[key];
}

function plain(name: string): string {
	return name.toLowerCase().replace(/[_\s-]/g, "");
}
