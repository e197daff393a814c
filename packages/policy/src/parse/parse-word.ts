import { decodeAnsiC } from "./ansi-c-quote.ts";
import type { Cursor } from "./cursor.ts";
import type { Part, Word } from "./syntax.ts";

/** Characters that end a word unless quoted. */
const metacharacter = /[\s;&|<>()]/;

/** A word as it stands here; it may be empty when there is none. */
export function parseWord(cursor: Cursor, ends: RegExp = metacharacter): Word {
	const start = cursor.at;
	const parts: Part[] = [];
	while (!cursor.isAtEnd) {
		const before = cursor.at;
		if (isProcessSubstitution(cursor)) parts.push(parseProcess(cursor));
		else if (isExtendedGlob(cursor, start)) parts.push(...parseParenthesized(cursor));
		else if (ends.test(cursor.char)) break;
		else parts.push(...parsePart(cursor));
		if (cursor.at === before) break;
	}
	return { parts, start, end: cursor.at, raw: cursor.text.slice(start, cursor.at) };
}

/** Parts up to a character that is not quoted and not nested; the character is left. */
export function parsePartsUntil(cursor: Cursor, closer: string): Part[] {
	const parts: Part[] = [];
	let depth = 0;
	const opener = closer === "}" ? "{" : closer === ")" ? "(" : "";
	while (!cursor.isAtEnd) {
		const before = cursor.at;
		if (cursor.char === closer && depth === 0) return parts;
		if (cursor.char === closer) depth--;
		else if (opener !== "" && cursor.char === opener) depth++;
		if (cursor.char === closer || (opener !== "" && cursor.char === opener)) {
			parts.push({ kind: "text", text: cursor.char, quoted: false });
			cursor.at++;
		} else parts.push(...parsePart(cursor));
		if (cursor.at === before) cursor.at++;
	}
	cursor.complete = false;
	return parts;
}

function parsePart(cursor: Cursor): Part[] {
	const { char } = cursor;
	if (char === "\\") return parseEscape(cursor);
	if (cursor.take("'")) return [{ kind: "text", text: cursor.takeUntil("'"), quoted: true }];
	if (cursor.take('"')) return parseDoubleQuoted(cursor);
	if (cursor.take("$'")) return [{ kind: "text", text: decodeAnsiC(takeAnsiC(cursor)), quoted: true }];
	if (cursor.take('$"')) return parseDoubleQuoted(cursor);
	if (char === "$" || char === "`") return [parseDollar(cursor, { quoted: false })];
	const plain = cursor.match(plainText)?.[0];
	if (plain === undefined) cursor.at += 1;
	return [{ kind: "text", text: plain ?? char, quoted: false }];
}

/** A run of characters that mean nothing anywhere; the others are looked at one by one. */
const plainText = /[\w./,:=@%+~^-]+/y;

function parseEscape(cursor: Cursor): Part[] {
	const next = cursor.text[cursor.at + 1];
	cursor.at += 2;
	if (next === undefined) cursor.complete = false;
	if (next === undefined || next === "\n") return [];
	return [{ kind: "text", text: next, quoted: true }];
}

function takeAnsiC(cursor: Cursor): string {
	const text = cursor.match(/(?:[^'\\]|\\[\s\S])*/y)?.[0] ?? "";
	if (!cursor.take("'")) cursor.complete = false;
	return text;
}

/** The rest of `"…"`, behind the opening quote. */
export function parseDoubleQuoted(cursor: Cursor): Part[] {
	// So that an empty string is still a word.
	const parts: Part[] = [{ kind: "text", text: "", quoted: true }];
	while (!cursor.isAtEnd) {
		if (cursor.take('"')) return parts;
		parts.push(...parseQuotedPart(cursor));
	}
	cursor.complete = false;
	return parts;
}

/** Text in which only `$`, backticks and a few escapes mean something: double quotes, here-documents. */
export function parseQuotedPart(cursor: Cursor): Part[] {
	if (cursor.char === "$" || cursor.char === "`") return [parseDollar(cursor, { quoted: true })];
	const escaped = cursor.match(/\\([$`"\\\n])/y);
	if (escaped) return escaped[1] === "\n" ? [] : [{ kind: "text", text: escaped[1] ?? "", quoted: true }];
	const { char } = cursor;
	const text = cursor.match(/[^$`"\\]+/y)?.[0];
	if (text === undefined) cursor.at += 1;
	return [{ kind: "text", text: text ?? char, quoted: true }];
}

function isProcessSubstitution(cursor: Cursor): boolean {
	return cursor.startsWith("<(") || cursor.startsWith(">(");
}

function parseProcess(cursor: Cursor): Part {
	const start = cursor.at;
	cursor.at += 2;
	const script = cursor.parseNested(cursor, ")");
	return { kind: "process", script, raw: cursor.text.slice(start, cursor.at) };
}

/** `@(a|b)` and its like. At the beginning of a command `!(` is a negated group instead, so it needs something before it. */
function isExtendedGlob(cursor: Cursor, wordStart: number): boolean {
	return cursor.char === "(" && cursor.at > wordStart && /[?*+@!]/.test(cursor.text[cursor.at - 1] ?? "");
}

function parseParenthesized(cursor: Cursor): Part[] {
	cursor.at++;
	const inside = parsePartsUntil(cursor, ")");
	cursor.take(")");
	return [{ kind: "text", text: "(", quoted: false }, ...inside, { kind: "text", text: ")", quoted: false }];
}

/** What a `$` or a backtick begins: a variable, a command or a calculation; or just the character. */
function parseDollar(cursor: Cursor, { quoted }: { quoted: boolean }): Part {
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
