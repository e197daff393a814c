import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Piece, StructuralMatch } from "../code/find-matches.ts";
import { metaVariables } from "../code/pattern.ts";

export interface RewriteRule {
	readonly pattern: string;
	readonly template: string;
}

/** A template can only use what its pattern binds. */
export function checkTemplate({ pattern, template }: RewriteRule): void {
	const bound = new Set(metaVariables(pattern).map(({ name }) => name));
	const unbound = metaVariables(template).find(({ name }) => !bound.has(name));
	if (!unbound) return;
	const known = [...bound].map((name) => `$${name}`).join(", ") || "nothing";
	throw new ToolError(`\`out\` uses $${unbound.name}, but \`${pattern}\` binds ${known}.`);
}

/** The template with what the variables stand for, indented to where the match is. */
export function fillTemplate(template: string, match: StructuralMatch, text: string): string {
	const indent = indentAt(text, match.start);
	const lines = template.split("\n").map((line, index) => (index === 0 || line === "" ? line : indent + line));
	return lines.map((line) => fillLine(line, match, text, indent)).join("\n");
}

const variable = /\$(?:\$\$)?([A-Z][A-Z0-9_]*)/g;

function fillLine(line: string, match: StructuralMatch, text: string, matchIndent: string): string {
	const indent = /^\s*/.exec(line)?.[0] || matchIndent;
	return line.replace(variable, (_variable, name: string) => {
		const value = match.captures.get(name);
		return value === undefined ? "" : reindented(value, text, indent);
	});
}

function reindented(value: Piece | readonly Piece[], text: string, indent: string): string {
	const [first, last] = "text" in value ? [value, value] : [value[0], value.at(-1)];
	if (!first || !last) return "";
	const from = indentAt(text, first.start);
	const [head = "", ...rest] = text.slice(first.start, last.end).split("\n");
	return [head, ...rest.map((line) => (line.startsWith(from) ? indent + line.slice(from.length) : line))].join("\n");
}

/** The blanks that the line of a place begins with. */
function indentAt(text: string, place: number): string {
	const start = text.lastIndexOf("\n", place - 1) + 1;
	return /^[ \t]*/.exec(text.slice(start, place))?.[0] ?? "";
}
