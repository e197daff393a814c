/** Files a call would change, read from its argument alone; it may still turn out to be malformed. */
export function pathsInHashline(input: string): string[] {
	return namesIn(input, /^\[(.+?)\s*#\s*[0-9A-Fa-f]{4}\]\s*$|^MV\s+["'`]?(.+?)["'`]?\s*$/gm);
}

export function pathsInApplyPatch(input: string): string[] {
	return namesIn(input, /^\*\*\* (?:(?:Add|Delete|Update) File|Move to): (.+?)\s*$/gm);
}

/** The files that a call changes where they are, in either notation. */
export function changedIn(input: string): string[] {
	return namesIn(input, /^(?:\[(.+?)\s*#[0-9a-fA-F]{4}\]|\*\*\* (?:Update|Add|Delete) File: (.+))\s*$/gm).map((name) =>
		name.trim(),
	);
}

function namesIn(input: string, pattern: RegExp): string[] {
	return [...input.matchAll(pattern)].map(([, first, second]) => first ?? second ?? "");
}
