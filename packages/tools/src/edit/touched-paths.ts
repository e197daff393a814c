import { type Header, headerOf, looseHeaderOf } from "./hashline/parse/header.ts";
import { isShortLine } from "./outcome/short-line.ts";

/** Files a call would change, read from its argument alone; it may still turn out to be malformed. */
export function pathsInHashline(input: string, pathOf: (header: Header) => string = ({ path }) => path): string[] {
	return input.split("\n").flatMap((line) => {
		const header = headerOf(line) ?? looseHeaderOf(line);
		if (header) return [pathOf(header)];
		if (!isShortLine(line)) return [];
		const destination = /^\s*(?:MV|MOVE|RENAME)\s+(?:to\s+|->\s*|→\s*)?["'`]?(.+?)["'`]?\s*$/i.exec(line)?.[1];
		return destination === undefined ? [] : [destination];
	});
}

export function pathsInApplyPatch(input: string): string[] {
	return namesIn(input, /^\*\*\* (?:(?:Add|Delete|Update) File|Move to): (.+?)\s*$/);
}

/** The files that a call changes where they are, in either notation. */
export function changedIn(input: string): string[] {
	const patched = namesIn(input, /^\*\*\* (?:Update|Add|Delete) File: (.+?)\s*$/);
	return patched.length > 0 ? patched : input.split("\n").flatMap((line) => headerOf(line)?.path ?? []);
}

function namesIn(input: string, pattern: RegExp): string[] {
	return input.split("\n").flatMap((line) => (isShortLine(line) ? (pattern.exec(line)?.[1] ?? []) : []));
}
