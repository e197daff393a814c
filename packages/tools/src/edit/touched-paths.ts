/** Files a call would change, read from its argument alone; it may still turn out to be malformed. */
export function pathsInHashline(input: string): string[] {
	return namesIn(input, /^\[(.+?)\s*#\s*[0-9A-Fa-f]{4}\]\s*$|^MV\s+["'`]?(.+?)["'`]?\s*$/gm);
}

export function pathsInApplyPatch(input: string): string[] {
	return namesIn(input, /^\*\*\* (?:(?:Add|Delete|Update) File|Move to): (.+?)\s*$/gm);
}

function namesIn(input: string, pattern: RegExp): string[] {
	return [...input.matchAll(pattern)].map(([, first, second]) => first ?? second ?? "");
}
