import type { TaskFields } from "./task-fields.ts";

export interface Variable {
	readonly name: string;
	/** `{{name?}}` may be empty. */
	readonly isOptional: boolean;
}

export interface Template {
	readonly variables: readonly Variable[];
	/** `index`: which of the variables it is, from 0. */
	fill(read: (variable: Variable, index: number) => string): string;
}

/** `{{name}}` stands for a value and `\{{` for two braces; everything else is text. Throws for braces that are not closed. */
export function parseTemplate(text: string): Template {
	const parts: Array<string | Variable> = [];
	let from = 0;
	for (const match of text.matchAll(/\\\{\{|\{\{([^{}]*)\}\}|\{\{/g)) {
		parts.push(text.slice(from, match.index));
		from = match.index + match[0].length;
		const [whole, inside] = match;
		if (whole === "\\{{") parts.push("{{");
		else if (inside === undefined) throw new Error('"{{" without "}}"; write \\{{ for two braces');
		else parts.push(parseVariable(inside));
	}
	parts.push(text.slice(from));
	const variables = parts.filter((part) => typeof part !== "string");
	return {
		variables,
		fill(read) {
			let index = 0;
			return parts.map((part) => (typeof part === "string" ? part : read(part, index++))).join("");
		},
	};
}

function parseVariable(text: string): Variable {
	const isOptional = text.trimEnd().endsWith("?");
	const name = (isOptional ? text.trimEnd().slice(0, -1) : text).trim();
	if (name === "") throw new Error("{{}} names no variable; write \\{{ for two braces");
	return { name, isOptional };
}

/** Calls `change` with every text that may hold variables; schemas are left as they are. */
export function mapTexts(fields: TaskFields, change: (text: string, path: readonly string[]) => string): TaskFields {
	const { deliver, ...rest } = fields;
	const mapped = mapValue(rest, [], change) as TaskFields;
	if (deliver === undefined) return mapped;
	return {
		...mapped,
		deliver: deliver.kind === "json" ? deliver : (mapValue(deliver, ["deliver"], change) as typeof deliver),
	};
}

function mapValue(
	value: unknown,
	path: readonly string[],
	change: (text: string, path: readonly string[]) => string,
): unknown {
	if (typeof value === "string") return change(value, path);
	if (Array.isArray(value)) return value.map((entry) => mapValue(entry, path, change));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, mapValue(inner, [...path, key], change)]),
	);
}
