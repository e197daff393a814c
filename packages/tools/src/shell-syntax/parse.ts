import { Cursor } from "./cursor.ts";
import { readHeredocs } from "./heredoc.ts";
import { parseCompound } from "./parse-compound.ts";
import { parseSimple } from "./parse-simple.ts";
import type { ListItem, Pipeline, Script, Stage } from "./syntax.ts";

/** Reads a command line the way bash does. Never throws: what makes no sense is skipped, and the script says so. */
export function parseScript(text: string, depth = 0): Script {
	const cursor = new Cursor(text, depth, { nested: parseNested, text: parseScript });
	const { items } = parseList(cursor, () => false);
	readHeredocs(cursor);
	return { items, complete: cursor.complete };
}

/** Commands up to the closing character, which is taken. */
export function parseNested(cursor: Cursor, closer: string): Script {
	const script = parseList(cursor, () => cursor.char === closer);
	if (!cursor.take(closer)) cursor.complete = false;
	return script;
}

/** Commands up to where `isEnd` says so, or up to the end of the text. */
export function parseList(cursor: Cursor, isEnd: () => boolean): Script {
	const items: ListItem[] = [];
	cursor.nesting++;
	const wasComplete = cursor.complete;
	cursor.complete = true;
	for (;;) {
		skipBlankLines(cursor);
		if (cursor.isAtEnd || isEnd()) break;
		if (cursor.isTooDeep) {
			cursor.complete = false;
			cursor.at = cursor.text.length;
			break;
		}
		const start = cursor.at;
		const pipeline = parsePipeline(cursor);
		cursor.skipBlank();
		const end = takeSeparator(cursor, isEnd);
		if (cursor.at === start) {
			// Something that cannot stand here, such as a closing parenthesis without an opening one.
			cursor.complete = false;
			cursor.at++;
		} else if (pipeline.stages.length > 0) items.push({ pipeline, end });
		else cursor.complete = false;
	}
	cursor.nesting--;
	const { complete } = cursor;
	cursor.complete &&= wasComplete;
	return { items, complete };
}

function takeSeparator(cursor: Cursor, isEnd: () => boolean): ListItem["end"] {
	if (cursor.isAtEnd || isEnd()) return "";
	if (cursor.take("&&")) return "&&";
	if (cursor.take("||")) return "||";
	if (cursor.take("&")) return "&";
	if (cursor.take(";") || cursor.char === "\n") return ";";
	return "";
}

function parsePipeline(cursor: Cursor): Pipeline {
	const start = cursor.at;
	const stages: Stage[] = [];
	for (;;) {
		cursor.match(/(?:(?:!|time(?:[ \t]+-p)?(?:[ \t]+--)?)[ \t]+|!(?=\())*/y);
		const stage = parseStage(cursor);
		if (stage) stages.push(stage);
		const end = cursor.at;
		cursor.skipBlank();
		if (cursor.startsWith("||") || !cursor.take("|")) {
			cursor.at = Math.max(end, stage ? end : cursor.at);
			return { stages, start, end };
		}
		cursor.take("&");
		if (!stage) cursor.complete = false;
		skipBlankLines(cursor);
		if (cursor.isAtEnd) cursor.complete = false;
	}
}

function parseStage(cursor: Cursor): Stage | undefined {
	return parseCompound(cursor, parseStage) ?? parseSimple(cursor, parseStage);
}

/** Blanks, comments and line ends; behind a line end come the here-documents that the line began. */
export function skipBlankLines(cursor: Cursor): void {
	for (;;) {
		cursor.skipBlank();
		if (!cursor.take("\n")) return;
		readHeredocs(cursor);
	}
}
