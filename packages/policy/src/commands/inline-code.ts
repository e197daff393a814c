import { findInterpreter } from "../programs/wrappers.data.ts";
import { argumentsOf, type FoundCommand } from "./found-command.ts";
import { inputText } from "./script-on-input.ts";

/** The code in another language that a command runs, where it can be read off the command line. */
export function inlineCode(command: FoundCommand): string {
	const args = argumentsOf(command);
	if (isAwk(command.name)) return awkCode(args);
	const options = findInterpreter(command.name);
	if (!options) return "";
	const snippets = args.flatMap((text, index) => {
		if (isCodeOption(args[index - 1], options)) return [text];
		const joined = options.find((option) => option.startsWith("--") && text.startsWith(`${option}=`));
		return joined === undefined ? [] : [text.slice(joined.length + 1)];
	});
	const isOnInput = snippets.length === 0 && args.every((text) => /^-/.test(text) || text === "/dev/stdin");
	return [...snippets, ...(isOnInput ? [inputText(command) ?? ""] : [])].join("\n");
}

function isAwk(name: string): boolean {
	return /^[gmn]?awk$/.test(name);
}

/** The program and the values of its variables. */
function awkCode(args: readonly string[]): string {
	const isVariable = (index: number) => /^(?:-v|--assign)$/.test(args[index] ?? "");
	const values = args.flatMap((text, index) => {
		const value = isVariable(index - 1) ? text : /^(?:-v|--assign=)(.+)$/.exec(text)?.[1];
		return value === undefined ? [] : [JSON.stringify(value.slice(value.indexOf("=") + 1))];
	});
	const sources = args.filter((_, index) => /^(?:-e|--source)$/.test(args[index - 1] ?? ""));
	const first = args.find((text, index) => !text.startsWith("-") && !/^-[vFf]$/.test(args[index - 1] ?? ""));
	return [...(sources.length > 0 ? sources : [first ?? ""]), ...values].join("\n");
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
	return startsPrograms(command.name, code) ? commandLinesIn(code) : [];
}

/** Whether there is anything in the code that starts other programs. */
export function startsPrograms(name: string, code: string): boolean {
	if (/^(?:perl|ruby|php)/.test(name) && startsWithoutBrackets.test(code)) return true;
	return (isAwk(name) && code.includes("|")) || startsProcesses.test(code);
}

/** The texts in code that may be command lines, one by one and put together. */
export function commandLinesIn(code: string): string[] {
	const literals = [...code.matchAll(literal)].map(textOf);
	const lists = [...code.matchAll(wordList)].map(([, words = ""]) =>
		[...words.matchAll(literal)].map(textOf).join(" "),
	);
	const glued = code.replace(/(["'])\s*[+.]?\s*\1/g, "");
	const together = glued === code ? [] : [...glued.matchAll(literal)].map(textOf);
	return [...literals, ...lists, ...together, literals.join(" ")];
}

const literal =
	/'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|`((?:[^`\\]|\\[\s\S])*)`|q[xw]?\{([^}]{0,2000})\}|qw?x?\(([^)]{0,2000})\)|%x\(([^)]{0,2000})\)/g;
const wordList = /\[\s*((?:'[^']*'|"[^"]*")(?:\s*,\s*(?:'[^']*'|"[^"]*"))*)\s*,?\s*\]/g;
/** A call of what starts a program, or the quotes that do. */
const startsProcesses =
	/\b(?:system|exec\w*|popen\w*|spawn\w*|shell_exec|passthru|proc_open|check_(?:call|output)|Popen|getoutput|run|call|execute|shell-command|call-process)\s*(?:\(|['"[$]|q[qwx]?\W)|\$`/;
const startsWithoutBrackets = /`|\bqx\b|%x|\b(?:system|exec)\s+[\w$@]/;

function textOf(match: RegExpMatchArray): string {
	return (match.slice(1).find((text) => text !== undefined) ?? "").replace(/\\(['"\\`])/g, "$1");
}
