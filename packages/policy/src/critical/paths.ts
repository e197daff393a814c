import { normalize, resolve } from "node:path";
import type { FoundCommand } from "../commands/found-command.ts";
import { type Field, unknown } from "../expand/expand-word.ts";

/** The path that an argument means, without `.`, `..` and doubled slashes; `undefined` when it cannot be known. */
export function resolveFieldPath(field: Pick<Field, "text">, command: Pick<FoundCommand, "cwd">): string | undefined {
	const { text } = field;
	if (text === "" || text.includes(unknown)) return undefined;
	if (text.startsWith("/")) return withoutEnd(normalize(text.replace(/^\/+/, "/")));
	return command.cwd === undefined ? undefined : withoutEnd(resolve(command.cwd, text));
}

function withoutEnd(path: string): string {
	return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

/** Whether a file name with wildcards could be this one. */
export function couldMean(field: Pick<Field, "text" | "hasGlob">, name: string): boolean {
	if (!field.hasGlob) return field.text === name;
	const pattern = field.text
		.replace(/[.+^${}()|\\]/g, "\\$&")
		.replaceAll("*", "[^/]*")
		.replaceAll("?", "[^/]");
	try {
		return new RegExp(`^${pattern}$`).test(name);
	} catch {
		// A bracket that is not closed stands for itself.
		return false;
	}
}

/** Where a redirection writes, one or more. */
export function writtenFiles(command: FoundCommand): Field[] {
	return command.redirections.flatMap(({ operator, target }) => (/^(?:>|&>|<>)/.test(operator) ? [target] : []));
}

/** The whole system, one of its parts, or somebody's home. */
export function isVital(path: string, home: string | undefined): boolean {
	return path === "/" || path === home || vital.test(path);
}

const vital =
	/^\/(?:bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var|Applications|Library|System|Users|(?:home|Users)\/[^/]+)$/;

/** Code that opens a file for more than reading. */
export const writingCall =
	/\bopen\s*\([^)]*,\s*(?:mode\s*=\s*)?['"][^'"]*[wax+]|\b(?:write|append)\w*\s*\(|['"]\s*>{1,2}|\bprint\w*\b[^|\n]*>\s*"/i;
