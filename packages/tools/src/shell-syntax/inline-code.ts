import { argumentsOf, type FoundCommand } from "./found-command.ts";
import { inputText } from "./script-on-input.ts";
import { interpreters } from "./wrappers.data.ts";

/** The code in another language that a command runs, where it can be read off the command line. */
export function inlineCode(command: FoundCommand): string {
	const args = argumentsOf(command);
	if (/^[gmn]?awk$/.test(command.name)) return args.find((text) => !text.startsWith("-")) ?? "";
	const options = interpreters[command.name];
	if (!options) return "";
	const given = args.filter((_, index) => isCodeOption(args[index - 1], options));
	const isOnInput = given.length === 0 && args.every((text) => /^-/.test(text) || text === "/dev/stdin");
	return [...given, ...(isOnInput ? [inputText(command) ?? ""] : [])].join("\n");
}

function isCodeOption(argument: string | undefined, options: readonly string[]): boolean {
	if (argument === undefined) return false;
	// Letters stand together: `perl -ne`.
	return options.some(
		(option) =>
			argument === option || (/^-\w$/.test(option) && /^-\w+$/.test(argument) && argument.endsWith(option[1] ?? "")),
	);
}

/** Shell command lines that such code hands to a shell, or to a program in a list of words. */
export function shelledOut(command: FoundCommand): string[] {
	const code = inlineCode(command);
	const quotesRun = /^(?:perl|ruby|php)$/.test(command.name) && startsInQuotes.test(code);
	if (!quotesRun && !startsProcesses.test(code)) return [];
	const literals = [...code.matchAll(literal)].map(textOf);
	const lists = [...code.matchAll(wordList)].map(([, words = ""]) =>
		[...words.matchAll(literal)].map(textOf).join(" "),
	);
	return [...literals, ...lists, literals.join(" ")];
}

const literal =
	/'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|`((?:[^`\\]|\\[\s\S])*)`|qx?\{([^}]{0,2000})\}|%x\(([^)]{0,2000})\)/g;
const wordList = /\[\s*((?:'[^']*'|"[^"]*")(?:\s*,\s*(?:'[^']*'|"[^"]*"))*)\s*,?\s*\]/g;
/** A call of what starts a program, or the quotes that do. */
const startsProcesses =
	/\b(?:system|exec\w*|popen\w*|spawn\w*|shell_exec|passthru|proc_open|check_(?:call|output)|Popen|getoutput|run|call|execute)\s*(?:\(|['"[])|\$`/;
const startsInQuotes = /`|\bqx\b|%x/;

function textOf(match: RegExpMatchArray): string {
	return (match.slice(1).find((text) => text !== undefined) ?? "").replace(/\\(['"\\`])/g, "$1");
}
