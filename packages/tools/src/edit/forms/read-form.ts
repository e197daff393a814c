import { pathNames } from "../../contract/adapt.ts";
import type { EditMode } from "../../services/edit-mode.ts";
import { looseHeaderOf } from "../hashline/parse/header.ts";
import { isShortLine } from "../outcome/short-line.ts";
import type { EditForm, FileReplacement } from "./form.ts";

type Fields = Readonly<Record<string, unknown>>;

const spellings: Readonly<Record<string, readonly string[]>> = {
	path: ["path", ...Object.keys(pathNames)],
	old: ["oldstring", "oldstr", "oldtext", "old", "search", "find"],
	new: ["newstring", "newstr", "newtext", "new", "replace", "replacement"],
	all: ["replaceall", "all"],
	edits: ["edits", "changes", "replacements"],
	text: ["input", "patch", "diff", "patchtext", "content", "text"],
};

/** The form that arguments have, if it is another than the mode's own. */
export function readForm(args: Fields, mode: EditMode): EditForm | undefined {
	const path = textAt(args, "path");
	const text = textAt(args, "text");
	return (
		commandForm(args, path) ??
		replacements(args, path, mode) ??
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
function commandForm(args: Fields, path: string | undefined): EditForm | undefined {
	const { command } = args;
	if (path === undefined || typeof command !== "string") return undefined;
	if (command === "view") {
		const [start, end] = Array.isArray(args.view_range) ? args.view_range.map(Number) : [];
		return { kind: "view", path, start: Math.max(1, start ?? 1), ...(end !== undefined && end > 0 && { end }) };
	}
	const text = [args.file_text, args.content].find((value) => typeof value === "string");
	if (command === "create" && text !== undefined) return { kind: "create", path, text };
	const inserted = [args.insert_text, args.new_str, args.text].find((value) => typeof value === "string");
	const afterLine = Number(args.insert_line ?? Number.NaN);
	if (command === "insert" && inserted !== undefined && Number.isInteger(afterLine)) {
		return { kind: "insert", path, afterLine, text: inserted };
	}
	return undefined;
}

function replacements(args: Fields, path: string | undefined, mode: EditMode): EditForm | undefined {
	const one = readReplacement(args, path);
	if (one) return mode === "replace" ? undefined : { kind: "replace", replacements: [one] };
	const list = listAt(args).map((edit) => readReplacement(edit, path));
	if (list.length === 0 || (mode === "replace" && list.length === 1 && path !== undefined)) return undefined;
	const complete = list.filter((edit) => edit !== undefined);
	return complete.length === list.length ? { kind: "replace", replacements: complete } : undefined;
}

function readReplacement(edit: Fields, outerPath: string | undefined): FileReplacement | undefined {
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

function listAt(args: Fields): readonly Fields[] {
	const value = valueAt(args, "edits");
	const list = typeof value === "string" ? parsed(value) : value;
	return Array.isArray(list) ? list.filter((item): item is Fields => typeof item === "object" && item !== null) : [];
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

function textAt(fields: Fields, what: string): string | undefined {
	const value = valueAt(fields, what);
	return typeof value === "string" ? value : undefined;
}

function valueAt(fields: Fields, what: string): unknown {
	const names = spellings[what] ?? [];
	const key = Object.keys(fields).find((name) => names.includes(plain(name)) || names.includes(name));
	return key === undefined ? undefined : fields[key];
}

function plain(name: string): string {
	return name.toLowerCase().replace(/[_\s-]/g, "");
}
