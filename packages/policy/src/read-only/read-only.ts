import type { Argument } from "../expand/argument.ts";
import { unknown } from "../expand/expand-word.ts";
import { optionTable } from "../options/option-table.ts";
import { parseArguments } from "../options/parse-arguments.ts";
import { harmlessGitOptions, type ReadOnlyProgram, readOnlyGit, readOnlyPrograms } from "./programs.data.ts";

/** Whether a command can only read. Anything that is not known to is not. */
export function isReadOnly(name: string, args: readonly Argument[]): boolean {
	const texts = args.map(({ text }) => text);
	// A file can be called like an option, and a pattern at the start of a word would find it.
	const isVague = args.some(({ mayBeOption, text }) => mayBeOption || text.includes(unknown));
	const isSafe = (rule: ReadOnlyProgram | undefined, words: readonly string[]) =>
		rule !== undefined && (isUnlimited(rule) || rule.takesAnything || !isVague) && allowsArguments(rule, words);
	return name === "git" ? isReadOnlyGit(texts, isSafe) : isSafe(readOnlyPrograms.get(name), texts);
}

/** Whether a program only reads whatever it is given. */
export function readsWhatever(name: string): boolean {
	const rule = readOnlyPrograms.get(name);
	return rule !== undefined && isUnlimited(rule);
}

function isReadOnlyGit(
	texts: readonly string[],
	isSafe: (rule: ReadOnlyProgram | undefined, words: readonly string[]) => boolean,
): boolean {
	const from = texts.findIndex((text) => !harmlessGitOptions.test(text));
	const [command, second, ...rest] = from === -1 ? [] : texts.slice(from);
	if (command === undefined) return false;
	if (command === "--version") return second === undefined;
	if (texts.some((text) => text.includes("%G"))) return false;
	const both = readOnlyGit.get(`${command} ${second}`);
	if (both) return isSafe(both, rest);
	return isSafe(readOnlyGit.get(command), second === undefined ? [] : [second, ...rest]);
}

/** Whether the arguments are those that a rule knows. */
function allowsArguments(rule: ReadOnlyProgram, args: readonly string[]): boolean {
	if (rule.check) return rule.check(args);
	const words = args.map((text) => ({ text, shown: text, isLiteral: true, mayBeOption: false }));
	const parsed = parseArguments(words, optionTable(rule.options ?? ""), rule.style);
	if (typeof parsed === "string") return isUnlimited(rule);
	const { operands } = parsed;
	return (
		operands.length <= (rule.maxOperands ?? Number.POSITIVE_INFINITY) &&
		(!rule.operands || operands.every(({ text }) => rule.operands?.test(text)))
	);
}

function isUnlimited(rule: ReadOnlyProgram): boolean {
	return Object.keys(rule).length === 0;
}
