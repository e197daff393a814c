import { parseCommandArguments } from "./command-arguments.ts";

const placeholder = /\$(?:@\[(\d+)(?::(\d+))?\]|(\d+)|ARGUMENTS\b|@)/g;
const rendered = /\{\{\s*(?:#each\s+args|#if\s+args|args(?:\.\[\d+\])?|ARGUMENTS|arguments)\s*\}\}/;

/** A template with its places filled; arguments that have no place follow after a blank line. */
export function expandTemplate(template: string, argumentText: string): string {
	const args = parseCommandArguments(argumentText);
	const hasPlace = placeholder.test(template) || rendered.test(template);
	placeholder.lastIndex = 0;
	const filled = template.replace(placeholder, (_place, start?: string, length?: string, position?: string) => {
		if (position !== undefined) return args[Number(position) - 1] ?? "";
		if (start === undefined) return args.join(" ");
		const from = Math.max(0, Number(start) - 1);
		return args.slice(from, length === undefined ? undefined : from + Number(length)).join(" ");
	});
	const text = renderTemplate(filled, args).trim();
	return hasPlace || args.length === 0 ? text : `${text}\n\n${argumentText.trim()}`;
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
