import { isInFolder } from "../../paths/is-in-folder.ts";
import { parseScript } from "../parse.ts";
import type { Part, Script, SimpleCommand, Word } from "../syntax.ts";
import { harmlessGitOptions, type ReadOnlyProgram, readOnlyGit, readOnlyPrograms } from "./programs.data.ts";

/**
 * The commands of a line that is nothing but plain commands, joined by pipes, `&&`, `||` and `;`. `undefined` when there is
 * more to it: assignments, files written, substitutions, groups, loops, background jobs.
 */
function plainCommands(line: string): SimpleCommand[] | undefined {
	const script: Script = parseScript(line);
	if (!script.complete || script.items.length === 0) return undefined;
	if (script.items.some(({ end }) => end === "&")) return undefined;
	const stages = script.items.flatMap(({ pipeline }) => pipeline.stages);
	const plain = stages.filter((stage) => stage.kind === "simple" && isPlain(stage)) as SimpleCommand[];
	return plain.length === stages.length ? plain : undefined;
}

/** Whether each part of a line only reads or is allowed by a rule of the user's. */
export function isFree(line: string, cwd: string, isAllowed: (command: string) => boolean): boolean {
	const parts = partsToAllow(line, cwd, isAllowed);
	return parts !== undefined && parts.length === 0;
}

/** The parts of a line that do more than reading and that no rule allows; `undefined` when it is not made of plain commands. */
export function partsToAllow(
	line: string,
	cwd: string,
	isAllowed: (command: string) => boolean,
): SimpleCommand[] | undefined {
	const commands = plainCommands(line);
	// Settings of a repository elsewhere could make git run something.
	const changesFolder = commands?.some(({ words }) => words[0]?.raw === "cd");
	const isFree = (command: SimpleCommand) =>
		isAllowed(command.raw) || (isReadOnly(command, cwd) && !(changesFolder && isGit(command)));
	return commands?.filter((command) => !isFree(command));
}

function isGit({ words }: SimpleCommand): boolean {
	return words[0] !== undefined && argumentOf(words[0]).text === "git";
}

/** Whether a command can only read. Anything that is not known to is not. */
function isReadOnly({ words }: SimpleCommand, cwd: string): boolean {
	const [name, ...args] = words.map(argumentOf);
	if (name === undefined || !(name.isLiteral || name.text === "[")) return false;
	const texts = args.map(({ text }) => text);
	// A file can be called like an option, and a pattern at the start of a word would find it.
	const isSafe = (rule: ReadOnlyProgram | undefined, given: readonly string[]) =>
		rule !== undefined && (isUnlimited(rule) || !args.some(({ mayBeOption }) => mayBeOption)) && allows(rule, given);
	if (name.text === "git") return isReadOnlyGit(texts, isSafe);
	if (name.text === "cd") return texts.length === 1 && /^[^-~]/.test(texts[0] ?? "") && isInFolder(texts[0] ?? "", cwd);
	return isSafe(readOnlyPrograms.get(name.text), texts);
}

function isReadOnlyGit(
	texts: readonly string[],
	isSafe: (rule: ReadOnlyProgram | undefined, given: readonly string[]) => boolean,
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

function allows(rule: ReadOnlyProgram, args: readonly string[]): boolean {
	if (rule.check) return rule.check(args);
	const end = args.indexOf("--");
	const before = end === -1 ? args : args.slice(0, end);
	const options = args.slice(0, before.length + 1).filter((arg) => /^-./.test(arg));
	const operands = [...before.filter((arg) => !/^-./.test(arg)), ...(end === -1 ? [] : args.slice(end + 1))];
	return (
		options.every((option) => isHarmless(option, rule)) &&
		operands.length <= (rule.maxOperands ?? Number.POSITIVE_INFINITY) &&
		(!rule.operands || operands.every((operand) => rule.operands?.test(operand)))
	);
}

function isHarmless(option: string, { onlyOptions, notLetters = "", notOptions = [] }: ReadOnlyProgram): boolean {
	if (onlyOptions) return option === "--" || onlyOptions.test(option);
	const [name = ""] = option.split("=");
	// Programs take abbreviated names too.
	if (
		notOptions.some(
			(forbidden) => forbidden === name || (name.length > 2 && name.startsWith("--") && forbidden.startsWith(name)),
		)
	)
		return false;
	return option.startsWith("--") || ![...notLetters].some((letter) => option.includes(letter));
}

function isUnlimited(rule: ReadOnlyProgram): boolean {
	return Object.keys(rule).length === 0;
}

interface Argument {
	readonly text: string;
	/** No pattern in it. */
	readonly isLiteral: boolean;
	/** What the shell puts in its place may begin with a dash. */
	readonly mayBeOption: boolean;
}

function argumentOf({ parts }: Word): Argument {
	const text = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
	const unquoted = parts.map((part) => (part.kind === "text" && !part.quoted ? part.text : "_")).join("");
	return { text, isLiteral: !/[*?[{~]/.test(unquoted), mayBeOption: /^(?:[*?[{]|[+@!]\()/.test(unquoted) };
}

function isPlain({ words, assignments, redirections }: SimpleCommand): boolean {
	return (
		assignments.length === 0 &&
		words.length > 0 &&
		words.every(({ parts }) => parts.every(isText) && !hasBraces(parts)) &&
		redirections.every(({ operator, target, body }) => {
			if (body !== undefined || !target.parts.every(isText)) return false;
			// Bash opens network connections under `/dev/tcp`.
			if (operator === "<") return !target.raw.includes("/dev/") || target.raw === "/dev/null";
			if (operator === ">&" || operator === "<&") return /^(?:\d+-?|-)$/.test(target.raw);
			return operator !== "<>" && operator !== "<<<" && target.raw === "/dev/null";
		})
	);
}

function isText(part: Part): boolean {
	return part.kind === "text";
}

/** `{a,b}` makes several words of one, options among them. */
function hasBraces(parts: readonly Part[]): boolean {
	return /\{.*(?:,|\.\.).*\}/.test(
		parts.map((part) => (part.kind === "text" && (!part.quoted || part.text === "") ? part.text : "_")).join(""),
	);
}
