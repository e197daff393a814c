import { Cursor } from "./cursor.ts";
import { readHeredocs } from "./heredoc.ts";
import { parseRedirection, parseSimple } from "./parse-simple.ts";
import { parsePartsUntil, parseWord } from "./parse-word.ts";
import type { CompoundCommand, ListItem, Pipeline, Redirection, Script, Stage, Word } from "./syntax.ts";

/** Reads a command line the way bash does. Never throws: what makes no sense is skipped, and the script says so. */
export function parseScript(text: string, depth = 0): Script {
	const cursor = new Cursor(text, depth, { nested: parseNested, text: parseScript });
	const { items } = parseList(cursor, () => false);
	readHeredocs(cursor);
	return { items, complete: cursor.complete };
}

/** Commands up to the closing character, which is taken. */
function parseNested(cursor: Cursor, closer: string): Script {
	const script = parseList(cursor, () => cursor.char === closer);
	if (!cursor.take(closer)) cursor.complete = false;
	return script;
}

/** Commands up to where `isEnd` says so, or up to the end of the text. */
function parseList(cursor: Cursor, isEnd: () => boolean): Script {
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
function skipBlankLines(cursor: Cursor): void {
	for (;;) {
		cursor.skipBlank();
		if (!cursor.take("\n")) return;
		readHeredocs(cursor);
	}
}

type Inside = Pick<CompoundCommand, "bodies"> & Partial<Pick<CompoundCommand, "words" | "variable">>;
type ParseStage = (cursor: Cursor) => Stage | undefined;

/** A group, loop or condition if one begins here. */
function parseCompound(cursor: Cursor, parseStage: ParseStage): Stage | undefined {
	const start = cursor.at;
	const opener = openerAt(cursor);
	if (opener === undefined) return undefined;
	if (cursor.isTooDeep) {
		cursor.complete = false;
		return undefined;
	}
	cursor.at += opener.length;
	cursor.nesting++;
	const stage =
		opener === "function"
			? parseFunction(cursor, start, parseStage)
			: opener === "coproc"
				? parseCoprocess(cursor, parseStage)
				: withRedirections(cursor, start, opener, insides[opener]?.(cursor) ?? { bodies: [] });
	cursor.nesting--;
	return stage;
}

const keyword = /(?:\{|if|while|until|for|select|case|function|coproc|\[\[)(?=[\s;&|<>()]|$)/y;

function openerAt(cursor: Cursor): string | undefined {
	if (cursor.char === "(") return cursor.startsWith("((") && closesAsArithmetic(cursor) ? "((" : "(";
	const { at } = cursor;
	const found = cursor.match(keyword)?.[0];
	cursor.at = at;
	return found;
}

const insides: Readonly<Record<string, (cursor: Cursor) => Inside>> = {
	"(": (cursor) => ({ bodies: [parseNested(cursor, ")")] }),
	"((": (cursor) => {
		const word = partsAsWord(cursor, ")");
		if (!cursor.take("))")) cursor.complete = false;
		return { bodies: [], words: [word] };
	},
	"{": (cursor) => ({ bodies: [parseUntil(cursor, ["}"])] }),
	"[[": parseTest,
	if: parseIf,
	while: (cursor) => ({ bodies: [parseUntil(cursor, ["do"]), parseUntil(cursor, ["done"])] }),
	until: (cursor) => ({ bodies: [parseUntil(cursor, ["do"]), parseUntil(cursor, ["done"])] }),
	for: parseFor,
	select: parseFor,
	case: parseCase,
};

function withRedirections(cursor: Cursor, start: number, opener: string, inside: Inside): CompoundCommand {
	const redirections: Redirection[] = [];
	let end = cursor.at;
	for (;;) {
		cursor.skipBlank();
		const redirection = parseRedirection(cursor);
		if (!redirection) break;
		redirections.push(redirection);
		end = cursor.at;
	}
	cursor.at = end;
	return { kind: "compound", opener, words: [], ...inside, redirections, start, end };
}

/** Commands up to one of the words, which is taken. */
function parseUntil(cursor: Cursor, closers: readonly string[]): Script {
	const script = parseList(cursor, () => closerAt(cursor, closers) !== undefined);
	const closer = closerAt(cursor, closers);
	if (closer === undefined) cursor.complete = false;
	else cursor.at += closer.length;
	return script;
}

function closerAt(cursor: Cursor, closers: readonly string[]): string | undefined {
	return closers.find((closer) => {
		const next = cursor.text[cursor.at + closer.length];
		return cursor.startsWith(closer) && (next === undefined || /[\s;&|<>()]/.test(next));
	});
}

function parseIf(cursor: Cursor): Inside {
	const bodies = [parseUntil(cursor, ["then"])];
	for (;;) {
		const before = cursor.at;
		bodies.push(parseUntil(cursor, ["elif", "else", "fi"]));
		const closer = cursor.text.slice(before, cursor.at);
		if (closer.endsWith("elif")) bodies.push(parseUntil(cursor, ["then"]));
		else if (!closer.endsWith("else")) return { bodies };
		if (cursor.isAtEnd) return { bodies };
	}
}

function parseFor(cursor: Cursor): Inside {
	cursor.skipBlank();
	const words: Word[] = [];
	let variable: string | undefined;
	if (cursor.take("((")) {
		words.push(partsAsWord(cursor, ")"));
		if (!cursor.take("))")) cursor.complete = false;
	} else {
		variable = parseWord(cursor).raw;
		skipBlankLines(cursor);
		if (closerAt(cursor, ["in"])) {
			cursor.at += 2;
			words.push(...parseWords(cursor));
		}
	}
	cursor.skipBlank();
	cursor.take(";");
	skipBlankLines(cursor);
	const closer = closerAt(cursor, ["do", "{"]);
	if (closer === undefined) cursor.complete = false;
	else cursor.at += closer.length;
	const bodies = [parseUntil(cursor, [closer === "{" ? "}" : "done"])];
	return { bodies, words, ...(variable !== undefined && { variable }) };
}

function parseWords(cursor: Cursor): Word[] {
	const words: Word[] = [];
	for (;;) {
		cursor.skipBlank();
		const word = parseWord(cursor);
		if (word.raw === "") return words;
		words.push(word);
	}
}

function parseCase(cursor: Cursor): Inside {
	cursor.skipBlank();
	const words = [parseWord(cursor)];
	const bodies: Script[] = [];
	skipBlankLines(cursor);
	if (closerAt(cursor, ["in"])) cursor.at += 2;
	else cursor.complete = false;
	for (;;) {
		skipBlankLines(cursor);
		if (closerAt(cursor, ["esac"])) {
			cursor.at += "esac".length;
			return { bodies, words };
		}
		if (cursor.isAtEnd) break;
		cursor.take("(");
		words.push(...parsePatterns(cursor));
		if (!cursor.take(")")) cursor.complete = false;
		const before = cursor.at;
		bodies.push(parseList(cursor, () => cursor.startsWith(";;") || cursor.startsWith(";&") || isEsac(cursor)));
		cursor.match(/;;&|;;|;&/y);
		if (cursor.at === before && !isEsac(cursor)) cursor.at++;
	}
	cursor.complete = false;
	return { bodies, words };
}

function isEsac(cursor: Cursor): boolean {
	return closerAt(cursor, ["esac"]) !== undefined;
}

function parsePatterns(cursor: Cursor): Word[] {
	const words: Word[] = [];
	do {
		cursor.skipBlank();
		words.push(parseWord(cursor));
		cursor.skipBlank();
	} while (cursor.take("|"));
	return words;
}

function parseTest(cursor: Cursor): Inside {
	const words: Word[] = [];
	while (!cursor.isAtEnd) {
		cursor.match(/(?:\s|\\\n)+/y);
		if (cursor.match(/\]\](?=[\s;&|<>()]|$)/y)) return { bodies: [], words };
		const before = cursor.at;
		words.push(parseWord(cursor, /\s/));
		if (cursor.at === before) cursor.at++;
	}
	cursor.complete = false;
	return { bodies: [], words };
}

function parseFunction(cursor: Cursor, start: number, parseStage: ParseStage): Stage | undefined {
	cursor.skipBlank();
	const name = parseWord(cursor).raw;
	cursor.match(/[ \t]*\([ \t]*\)/y);
	skipBlankLines(cursor);
	const body = parseStage(cursor);
	if (body) return { kind: "function", name, body, start, end: cursor.at };
	cursor.complete = false;
	return undefined;
}

/** `coproc` with an optional name, which only a compound command can have. */
function parseCoprocess(cursor: Cursor, parseStage: ParseStage): Stage | undefined {
	cursor.skipBlank();
	cursor.match(/[A-Za-z_]\w*[ \t]+(?=[({]|(?:if|while|until|for|select|case|\[\[)\b)/y);
	return parseStage(cursor);
}

/** `((…))` is a calculation only when both parentheses close together. */
function closesAsArithmetic(cursor: Cursor): boolean {
	let depth = 0;
	for (let at = cursor.at; at < cursor.text.length; at++) {
		if (cursor.text[at] === "(") depth++;
		else if (cursor.text[at] === ")" && --depth === 1) return cursor.text[at + 1] === ")";
	}
	return false;
}

function partsAsWord(cursor: Cursor, closer: string): Word {
	const start = cursor.at;
	const parts = parsePartsUntil(cursor, closer);
	return { parts, start, end: cursor.at, raw: cursor.text.slice(start, cursor.at) };
}
