import type { NamedPath } from "@oh-my-pi/pi-policy/action";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { splitSelector } from "./selector.ts";

/** The files that a call may mean to read: what it gives may be one path, or several in one text. */
export function namedPaths(texts: readonly string[]): NamedPath[] {
	return texts
		.filter((text) => typeof text === "string")
		.flatMap((text) => text.split(/[;,\s]+/).concat(text))
		.filter((text) => parseScheme(text) === undefined)
		.map((text) => ({ requestedPath: text, path: pathIn(text) }));
}

/** The same of a call that looks into folders; several are separated by `;`, and a name may hold a blank. */
export function namedTargets(path = ""): NamedPath[] {
	return namedPaths([path, ...path.split(";").map((part) => part.trim())]);
}

function pathIn(text: string): string | undefined {
	try {
		return splitSelector(text).path;
	} catch {
		// The call itself will say what is wrong with it.
		return undefined;
	}
}
