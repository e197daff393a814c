import type { Cursor } from "./cursor.ts";
import { openHeredoc } from "./heredoc.ts";
import { parseWord } from "./parse-word.ts";
import type { Assignment, Redirection, Stage, Word } from "./syntax.ts";

/** A command with its words, assignments and redirections, or a function written `name() …`. */
export function parseSimple(cursor: Cursor, parseStage: (cursor: Cursor) => Stage | undefined): Stage | undefined {
	const start = cursor.at;
	const assignments: Assignment[] = [];
	const words: Word[] = [];
	const redirections: Redirection[] = [];
	let end = start;
	for (;;) {
		cursor.skipBlank();
		if (cursor.isAtEnd) break;
		const redirection = parseRedirection(cursor);
		if (redirection) redirections.push(redirection);
		else if (words.length === 1 && cursor.sees(emptyParentheses)) {
			const definition = parseFunction(cursor, words[0]?.raw ?? "", start, parseStage);
			if (definition) return definition;
		} else if (words.length === 0 && cursor.sees(assignmentStart)) assignments.push(parseAssignment(cursor));
		else {
			const word = parseWord(cursor);
			if (word.raw === "") break;
			words.push(word);
		}
		end = cursor.at;
	}
	if (end === start) return undefined;
	cursor.at = end;
	return {
		kind: "simple",
		assignments,
		words,
		redirections,
		start,
		end,
		raw: cursor.text.slice(start, end),
	};
}

const emptyParentheses = /\([ \t]*\)/y;
const assignmentStart = /([A-Za-z_]\w*)(?:\[([^\]\n]*)\])?\+?=/y;
const redirectionOperator = /(\d+|\{\w+\})?(<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\()|&>>|&>)/y;

function parseFunction(
	cursor: Cursor,
	name: string,
	start: number,
	parseStage: (cursor: Cursor) => Stage | undefined,
): Stage | undefined {
	cursor.match(emptyParentheses);
	cursor.match(/(?:[ \t\r\n]|#[^\n]*\n)*/y);
	cursor.nesting++;
	const body = cursor.isTooDeep ? undefined : parseStage(cursor);
	cursor.nesting--;
	if (body) return { kind: "function", name, body, start, end: cursor.at };
	cursor.complete = false;
	return undefined;
}

export function parseRedirection(cursor: Cursor): Redirection | undefined {
	const [, descriptor, operator] = cursor.match(redirectionOperator) ?? [];
	if (operator === undefined) return undefined;
	cursor.skipBlank();
	const redirection: Redirection = {
		operator,
		target: parseWord(cursor),
		...(descriptor !== undefined && { descriptor }),
	};
	if (redirection.target.raw === "") cursor.complete = false;
	if (operator === "<<" || operator === "<<-") openHeredoc(cursor, redirection);
	return redirection;
}

function parseAssignment(cursor: Cursor): Assignment {
	const target = takeTarget(cursor);
	if (!cursor.take("(")) return { ...target, words: [parseWord(cursor)], isArray: false };
	const words: Word[] = [];
	while (!cursor.isAtEnd) {
		cursor.match(/(?:[\s]|\\\n|#[^\n]*)*/y);
		if (cursor.take(")")) return { ...target, words, isArray: true };
		const before = cursor.at;
		words.push(parseWord(cursor));
		if (cursor.at === before) cursor.at++;
	}
	cursor.complete = false;
	return { ...target, words, isArray: true };
}

/** What stands before the value: `name=`, `name+=`, `name[index]=`. */
function takeTarget(cursor: Cursor): Pick<Assignment, "name" | "index" | "appends"> {
	const [, name = "", index] = cursor.match(assignmentStart) ?? [];
	const appends = cursor.text[cursor.at - 2] === "+";
	return index === undefined ? { name, appends } : { name, index: parseWord(cursor.within(index)), appends };
}
