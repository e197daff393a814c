import type { FoundCommand } from "../commands/found-command.ts";
import { elseRun } from "../programs/indirect-execution.ts";

/** Why a line may run what cannot be read off it: names that are computed, and texts that the shell evaluates once more. */
export function whyUnjudged(line: string, commands: readonly FoundCommand[]): string | undefined {
	const named = commands.find(
		({ fields: [name] }) => name && (/\0|\{\}/.test(name.text) || isPattern(name.text, name.hasGlob)),
	);
	if (named) return `the program is not known: ${named.fields[0]?.shown}`;
	const builtin = commands.find(({ name, fields }) =>
		evaluating.has(name)
			? elseRun(
					name,
					fields.slice(1).map(({ text }) => text),
				) !== undefined
			: false,
	);
	if (builtin) return `${builtin.name} can make it run something else`;
	if (line.split("}").some((part) => /@[PA]$/.test(part) && part.includes("${")))
		return "a value is expanded like a prompt";
	if (/\$\{!/.test(line) && !/\$\{!\w+\[?[@*]\]?\}/.test(line)) return "a value is the name of another";
	return evaluatesValue(line) ? "a value is evaluated" : undefined;
}

const evaluating = new Set(
	"hash enable complete bind mapfile readarray test [ printf export declare typeset local readonly read unset let".split(
		" ",
	),
);

function isPattern(text: string, hasGlob: boolean): boolean {
	return hasGlob && !/^\[\[?$/.test(text);
}

function partsOf(line: string, pattern: RegExp): string[] {
	return [...line.matchAll(pattern)].map(([, part = ""]) => part);
}

/** Behind the last closing mark, a search for one would go to the end of the line from every opening. */
function upToLast(line: string, mark: string): string {
	return line.slice(0, line.lastIndexOf(mark) + mark.length);
}

/** Names in a calculation stand for what they hold, which is calculated too, with the commands in its subscripts. */
function evaluatesValue(line: string): boolean {
	const calculations = [
		...partsOf(upToLast(line, "))"), /\(\(([\s\S]*?)\)\)/g),
		...partsOf(upToLast(line, "]"), /\$\[([^\]]*)\]/g),
		...partsOf(line, /\blet\s+([^;&|\n]+)/g),
	];
	const compared = partsOf(upToLast(line, "]]"), /\[\[([\s\S]*?)\]\]/g)
		.filter((inside) => /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(inside))
		.map((inside) => inside.replace(/\s-\w+\s/g, " ").replace(/"[^"$]*"/g, ""));
	const names = new Set([...calculations, ...compared].flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));
	return [...names].some((name) => !isNumber(name, line));
}

/** Only ever given numbers on this line, or always one. */
function isNumber(name: string, line: string): boolean {
	if (/^(?:RANDOM|SECONDS|LINENO|COLUMNS|LINES|EPOCHSECONDS|UID|EUID|PPID)$/.test(name)) return true;
	const values = [...line.matchAll(new RegExp(`\\b${name}\\s*[-+*/]?=(?!=)\\s*["']?([^\\s;&|"')]*)`, "g"))].map(
		([, value = ""]) => value,
	);
	return values.length > 0 && values.every((value) => /^[\d+\-*/%$(]*$/.test(value.replaceAll(name, "")));
}
