import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

export interface MetaVariable {
	readonly name: string;
	/** `$$$NAME`: any number of nodes. */
	readonly isList: boolean;
}

const variable = /\$(?<list>\$\$)?(?<name>[A-Z_][A-Z0-9_]*)/g;

/** The variables of a pattern or template that bind what they match, each once. */
export function metaVariables(text: string): MetaVariable[] {
	const found = new Map<string, MetaVariable>();
	for (const { groups } of text.matchAll(variable)) {
		const name = groups?.name ?? "";
		if (!name.startsWith("_")) found.set(name, { name, isList: groups?.list !== undefined });
	}
	return [...found.values()];
}

export function checkedPattern(pattern: string): string {
	const trimmed = pattern.trim();
	if (trimmed === "") throw new ToolError("The pattern must not be empty");
	return trimmed;
}

/** Words a text must hold for the pattern to match anything in it; far cheaper to look for than to parse. */
export function literalWords(pattern: string): string[] {
	const literal = pattern.replace(/\$(?:\$\$)?[A-Z_][A-Z0-9_]*|\$\$\$/g, " ");
	return [...new Set(literal.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])];
}
