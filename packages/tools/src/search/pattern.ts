import { patternArgs } from "@oh-my-pi/pi-natives/ripgrep/search";

/** How a pattern may be meant, the most likely way first. A model writes code more often than it writes valid patterns. */
export function patternReadings(pattern: string, options: { ignoreCase: boolean }): string[][] {
	const multiline = pattern.includes("\n") || pattern.includes("\\n");
	const shared = { ...options, multiline };
	const escaped = escapeStrayBraces(pattern);
	const readings = [patternArgs(escaped, { ...shared, literal: false })];
	if (!hasBalancedGroups(escaped)) {
		readings.push(patternArgs(escapeParentheses(escaped), { ...shared, literal: false }));
	}
	readings.push(patternArgs(pattern, { ...shared, literal: true }));
	return readings;
}

/** `{` that begins no quantifier and belongs to no escape such as `\p{L}` is meant as itself. */
export function escapeStrayBraces(pattern: string): string {
	return replaceOutsideClasses(pattern, /\\[pPxuNgko]\{[^}]*\}|\\.|\{\d*,?\d*\}|[{}]/gs, (token) => {
		const isQuantifier = /^\{(?:\d+,?\d*|,\d+)\}$/.test(token);
		if (token.startsWith("\\") || isQuantifier) return token;
		return token.replaceAll("{", "\\{").replaceAll("}", "\\}");
	});
}

function escapeParentheses(pattern: string): string {
	return replaceOutsideClasses(pattern, /\\.|[()]/gs, (token) => (token.startsWith("\\") ? token : `\\${token}`));
}

function hasBalancedGroups(pattern: string): boolean {
	let depth = 0;
	let balanced = true;
	replaceOutsideClasses(pattern, /\\.|[()]/gs, (token) => {
		if (token === "(") depth++;
		if (token === ")" && --depth < 0) balanced = false;
		return token;
	});
	return balanced && depth === 0;
}

/** Leaves `[…]` alone, where all of these characters are plain. */
function replaceOutsideClasses(pattern: string, tokens: RegExp, replace: (token: string) => string): string {
	const parts = pattern.split(/((?<!\\)(?:\\\\)*\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\])/s);
	return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(tokens, replace))).join("");
}

export interface OtherReading {
	readonly pattern: { readonly pattern: string; readonly ignoreCase: boolean };
	readonly note: string;
}

/** What the pattern means to `grep`, in JavaScript, or without the quotes around it. */
export function otherReadings(pattern: string): OtherReading[] {
	const basic = pattern.replace(/\\([|(){}+?])/g, "$1");
	const literal = /^\/(.+)\/([gimsuy]*)$/.exec(pattern);
	const quoted = /^(["'`])(.+)\1$/.exec(pattern)?.[2];
	const reading = (other: string, ignoreCase = false): OtherReading => ({
		pattern: { pattern: other, ignoreCase },
		note: `Nothing matches ${JSON.stringify(pattern)}; these are matches of ${JSON.stringify(other)}.`,
	});
	return [
		...(basic === pattern ? [] : [reading(basic)]),
		...(literal?.[1] ? [reading(literal[1], literal[2]?.includes("i"))] : []),
		...(quoted === undefined ? [] : [reading(quoted)]),
	];
}
