import { basename } from "node:path";
import type { FoundCommand } from "../commands/found-command.ts";
import { type Field, unknown } from "../expand/expand-word.ts";
import { parseScript } from "../parse/parse.ts";
import type { Part, SimpleCommand, Word } from "../parse/syntax.ts";
import { withoutGlobalOptions } from "../programs/global-options.data.ts";
import { whatElseRuns } from "../programs/indirect-execution.ts";
import { couldMatchWildcard, matchesWildcard } from "./wildcard.ts";

/** What a user wants done with commands that look like this; `*` is the only wildcard. */
export interface CommandRule {
	readonly match: string;
	readonly approval: "allow" | "prompt" | "deny";
	/** A project's: it may tighten what the user's rules say, and not loosen it. */
	readonly isProject?: true;
}

/**
 * The rule that a command line falls under: the first of the user's that fits, or the first of the project's if that is stricter.
 * Refusals look at the line and at every command in it; a permission must fit the whole line, and only a line that is one plain
 * command.
 */
export function findRule(
	text: string,
	commands: readonly FoundCommand[],
	rules: readonly CommandRule[],
): CommandRule | undefined {
	const line = text.trim();
	const spellings = [...new Set([line, ...commands.flatMap(listSpellings)])];
	const fits = (rule: CommandRule) =>
		rule.approval === "allow"
			? isAllowedBy(rule, line)
			: spellings.some((spelling) => matchesWildcard(rule.match, spelling));
	const users = rules.find((rule) => !rule.isProject && fits(rule));
	const projects = rules.find((rule) => rule.isProject && fits(rule));
	if (!users || !projects) return users ?? projects;
	return strictness[projects.approval] > strictness[users.approval] ? projects : users;
}

const strictness = { allow: 0, prompt: 1, deny: 2 } as const;

/**
 * Whether a rule allows a line: it is the very line, or it fits, the line is one plain command, and no option runs something the
 * rule does not name.
 */
function isAllowedBy({ match }: CommandRule, line: string): boolean {
	if (match === line && !match.includes("*")) return true;
	if (!matchesWildcard(match, line) || !isOneCommand(line)) return false;
	const runs = whatElseRuns(line);
	return runs === undefined || match.includes(runs);
}

/** A rule that refuses or asks about what a command could turn out to be, of which only a part is known. */
export function findPossibleRefusal(
	commands: readonly FoundCommand[],
	rules: readonly CommandRule[],
): CommandRule | undefined {
	const spellings = commands.map(({ fields }) => partlyKnown(fields)).filter((text) => text.includes(unknown));
	return rules.find(
		({ match, approval }) =>
			approval === "deny" && spellings.some((spelling) => couldMatchWildcard(match, spelling, unknown)),
	);
}

/** A command with everything that is not written out as unknown, and without its global options. */
function partlyKnown(fields: readonly Field[]): string {
	const words = fields.map(({ text, hasGlob }) => (hasGlob ? text.replace(/[*?]+|\[[^\]]*\]/g, unknown) : text));
	const [name = "", ...args] = words;
	return withoutGlobalOptions([basename(name) || name, ...args]).join(" ");
}

/** A command as it was written and as it will be called, with and without the folder of the program. */
function listSpellings({ text, fields }: FoundCommand): string[] {
	const [name, ...args] = fields.map(({ shown }) => shown);
	if (name === undefined) return [text.trim()];
	const withName = (called: string) => [called, ...args].join(" ");
	const bare = withoutGlobalOptions([basename(name), ...args]).join(" ");
	return [text.trim(), withName(name), withName(basename(name)), bare];
}

/** Only such a line can be allowed by a pattern: what else it would run cannot be told from how it begins. */
export function isOneCommand(line: string): boolean {
	const { items, complete } = parseScript(line);
	const [item] = items;
	const stage = item?.pipeline.stages[0];
	if (!complete || items.length !== 1 || item?.end !== "" || item.pipeline.stages.length !== 1) return false;
	return (
		stage?.kind === "simple" && !writesFile(stage) && collectWords(stage).every(({ parts }) => parts.every(isPlain))
	);
}

function collectWords({ words, assignments, redirections }: SimpleCommand): Word[] {
	return [
		...words,
		...assignments.flatMap((assignment) => assignment.words),
		...redirections.map(({ target }) => target),
	];
}

function isPlain(part: Part): boolean {
	return (
		part.kind === "text" || ((part.kind === "variable" || part.kind === "arithmetic") && part.nested.every(isPlain))
	);
}

function writesFile({ redirections }: SimpleCommand): boolean {
	return redirections.some(({ operator, target, body }) => {
		if (body) return true;
		return operator.includes(">") && !/^(?:\/dev\/null|\d+-?|-)$/.test(target.raw);
	});
}
