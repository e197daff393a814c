import type { Cursor } from "./cursor.ts";
import { parsePartsUntil } from "./parse-word.ts";
import type { Part } from "./syntax.ts";

/** What a `$` or a backtick begins: a variable, a command or a calculation; or just the character. */
export function parseDollar(cursor: Cursor, { quoted }: { quoted: boolean }): Part {
	if (cursor.isTooDeep) {
		cursor.complete = false;
		const text = cursor.char;
		cursor.at += 1;
		return { kind: "text", text, quoted };
	}
	cursor.nesting++;
	const part = parseExpansion(cursor, quoted);
	cursor.nesting--;
	return part;
}

function parseExpansion(cursor: Cursor, quoted: boolean): Part {
	const start = cursor.at;
	const raw = () => cursor.text.slice(start, cursor.at);
	if (cursor.take("`")) {
		const script = cursor.parseText(takeBackticked(cursor), cursor.depth + cursor.nesting + 1);
		if (!script.complete) cursor.complete = false;
		return { kind: "command", script, quoted, raw: raw() };
	}
	if (cursor.startsWith("$((") && isArithmetic(cursor)) {
		cursor.at += 3;
		const nested = parsePartsUntil(cursor, ")");
		if (!cursor.take("))")) cursor.complete = false;
		return { kind: "arithmetic", nested, raw: raw() };
	}
	if (cursor.take("$[")) {
		const nested = parsePartsUntil(cursor, "]");
		cursor.take("]");
		return { kind: "arithmetic", nested, raw: raw() };
	}
	if (cursor.take("$(")) {
		const script = cursor.parseNested(cursor, ")");
		return { kind: "command", script, quoted, raw: raw() };
	}
	if (cursor.take("${")) return parseBraced(cursor, quoted, raw);
	const name = cursor.match(/\$([A-Za-z_]\w*|[0-9@*#?$!-])/y)?.[1];
	if (name !== undefined)
		return { kind: "variable", name, quoted: quoted && name !== "@", raw: raw(), plain: true, nested: [] };
	cursor.at++;
	return { kind: "text", text: "$", quoted };
}

/** Up to the closing backtick; a backslash inside protects a backtick, a dollar and itself. */
function takeBackticked(cursor: Cursor): string {
	const text = cursor.match(/(?:[^`\\]|\\[\s\S])*/y)?.[0] ?? "";
	if (!cursor.take("`")) cursor.complete = false;
	return text.replace(/\\([`\\$])/g, "$1");
}

/** `$((…))` is a calculation only when both parentheses close together; otherwise a subshell stands at its beginning. */
function isArithmetic(cursor: Cursor): boolean {
	let depth = 0;
	for (let at = cursor.at + 1; at < cursor.text.length; at++) {
		const char = cursor.text[at];
		if (char === "(") depth++;
		else if (char === ")") depth--;
		if (depth === 1 && char === ")") return cursor.text[at + 1] === ")";
		if (depth === 0) return false;
	}
	return true;
}

function parseBraced(cursor: Cursor, quoted: boolean, raw: () => string): Part {
	const prefix = cursor.match(/[#!](?=[\w@*])/y)?.[0];
	const name = cursor.match(/[A-Za-z_]\w*|[0-9]+|[@*#?$!-]/y)?.[0] ?? "";
	// All of an array.
	const isList = cursor.match(/\[[@*]\]/y) !== undefined;
	const operator = cursor.match(/:?[-=]/y)?.[0];
	// With a message for when there is no value.
	const message = operator === undefined ? cursor.match(/:?\?/y) : undefined;
	const nested = parsePartsUntil(cursor, "}");
	if (!cursor.take("}")) cursor.complete = false;
	const plain = prefix === undefined && (operator !== undefined || message !== undefined || nested.length === 0);
	const fallback = operator === undefined || prefix !== undefined ? {} : { fallback: nested };
	const way = prefix === "!" ? { indirect: true } : prefix === "#" ? { counted: true } : {};
	return { kind: "variable", name, quoted: quoted && !isList, raw: raw(), plain, nested, ...way, ...fallback };
}
