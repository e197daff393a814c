import { parseCommandArguments } from "./command-arguments.ts";

const placeholder = /\$(?:@\[(\d+)(?::(\d+))?\]|(\d+)|ARGUMENTS\b|@)/g;
const rendered = /\{\{\s*(?:#each\s+args|#if\s+args|args(?:\.\[\d+\])?|ARGUMENTS|arguments)\s*\}\}/;
export const shellPart = /(?<=^|\s)!`([^`\n]+)`/gm;

/** A command of a template. What the user gave it is in variables, so that no argument can become a command. */
export interface ShellPart {
	/** For people: with the arguments in their places. */
	readonly shown: string;
	readonly command: string;
	readonly variables: Readonly<Record<string, string>>;
}

/** Stands for a command of the template until it has run. */
export const shellMark = /\0(\d+)\0/g;

/**
 * A template with its places filled; arguments that have no place follow after a blank line. With `parts`, the commands of the
 * template are put there and marked in the text; whatever looks like one in the arguments is text.
 */
export function expandTemplate(template: string, argumentText: string, parts?: ShellPart[]): string {
	const args = parseCommandArguments(parts ? argumentText.replaceAll("\0", "") : argumentText);
	const hasPlace = template.search(placeholder) >= 0 || rendered.test(template);
	const marked = parts
		? template.replaceAll("\0", "").replace(shellPart, (_part, line: string) => {
				parts.push(shellCommand(line, args));
				return `\0${parts.length - 1}\0`;
			})
		: template;
	const text = fill(marked, args).trim();
	return hasPlace || args.length === 0 ? text : `${text}\n\n${argumentText.trim()}`;
}

function fill(text: string, args: readonly string[]): string {
	return renderTemplate(
		text.replace(placeholder, (_place, ...groups: Array<string | undefined>) => placeValue(groups, args)),
		args,
	);
}

function placeValue([start, length, position]: readonly unknown[], args: readonly string[]): string {
	if (position !== undefined) return args[Number(position) - 1] ?? "";
	if (start === undefined) return args.join(" ");
	const from = Math.max(0, Number(start) - 1);
	return args.slice(from, length === undefined ? undefined : from + Number(length)).join(" ");
}

/** The few forms of `{{…}}` that speak of the arguments; anything else stays as it is. */
function renderTemplate(text: string, args: readonly string[]): string {
	return text
		.replace(/\{\{#each\s+args\s*\}\}([\s\S]*?)\{\{\/each\}\}/g, (_block, inner: string) =>
			args.map((arg) => inner.replace(/\{\{\s*this\s*\}\}/g, () => arg)).join(""),
		)
		.replace(
			/\{\{#if\s+args\s*\}\}([\s\S]*?)(?:\{\{else\}\}([\s\S]*?))?\{\{\/if\}\}/g,
			(_block, some: string, none = "") => (args.length > 0 ? some : none),
		)
		.replace(/\{\{\s*args\.\[(\d+)\]\s*\}\}/g, (_place, index: string) => args[Number(index)] ?? "")
		.replace(/\{\{\s*(?:args|ARGUMENTS|arguments)\s*\}\}/g, () => args.join(" "));
}

const places =
	/\\.|'|\$(?:@\[(\d+)(?::(\d+))?\]|(\d+)|ARGUMENTS\b|@)|\{\{\s*(?:args\.\[(\d+)\]|args|ARGUMENTS|arguments)\s*\}\}/g;

/** A shell expands variables without reading their values as commands, whatever surrounds them. */
function shellCommand(line: string, args: readonly string[]): ShellPart {
	const variables: Record<string, string> = {};
	let isSingle = false;
	const command = line.replace(places, (place: string, ...groups: Array<string | undefined>) => {
		if (place.startsWith("\\")) return place;
		if (place === "'") {
			isSingle = !isSingle;
			return place;
		}
		const index = groups[3];
		const name = `OMP_ARGUMENT_${Object.keys(variables).length + 1}`;
		variables[name] = index === undefined ? placeValue(groups, args) : (args[Number(index)] ?? "");
		return isSingle ? `'"\${${name}}"'` : `\${${name}}`;
	});
	return { shown: fill(line, args), command, variables };
}
