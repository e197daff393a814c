import type { NamedPath } from "@oh-my-pi/pi-policy/action";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { globIn } from "./glob-in.ts";
import { splitSelector } from "./selector.ts";

/** The files that a call may mean to read: what it gives may be one path, or several in one text. */
export function namedPaths(texts: readonly string[]): NamedPath[] {
	return texts
		.filter((text) => typeof text === "string")
		.flatMap((text) => text.split(/[;,\s]+/).concat(text))
		.filter((text) => parseScheme(text) === undefined)
		.map((text) => ({ requestedPath: text, path: pathIn(text) }));
}

/** How a call says where to look: in one text, or as other models do in a list. */
export interface NamedTargets {
	readonly path?: string;
	readonly paths?: string | readonly string[];
}

/** The same of a call that looks into folders, with a glob beside them if it has one. */
export function namedTargets({ path, paths }: NamedTargets, glob?: string): NamedPath[] {
	const texts = [path ?? [], paths ?? []].flat();
	const targets = texts.length === 0 ? [""] : texts;
	if (glob === undefined) return namedPaths(targets);
	const parts = targets.filter((text) => typeof text === "string").flatMap((text) => text.split(";").concat(text));
	return namedPaths([...targets, ...parts.map((part) => globIn(part.trim(), glob))]);
}

function pathIn(text: string): string | undefined {
	try {
		return splitSelector(text).path;
	} catch {
		// The call itself will say what is wrong with it.
		return undefined;
	}
}
