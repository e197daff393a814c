import { parseYaml } from "@oh-my-pi/pi-utils/parse-yaml";

export interface Frontmatter {
	/** Keys in camel case: `argument-hint` is `argumentHint`. */
	readonly fields: Readonly<Record<string, unknown>>;
	/** Trimmed. */
	readonly body: string;
	/** False for a file that is all body. */
	readonly isPresent: boolean;
	/** YAML that was parsed line by line because it is invalid; see `frontmatterProblem`. */
	readonly broken?: string;
}

/** Splits a Markdown file into frontmatter and body. Invalid YAML is parsed line by line. */
export function parseFrontmatter(text: string): Frontmatter {
	const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
	if (!match) return { fields: {}, body: text.trim(), isPresent: false };
	const head = match[1] ?? "";
	const body = text.slice(match[0].length).trim();
	const value =
		parsed(head) ??
		parsed(head.replace(bareGlob, (_line, key: string, glob: string) => `${key}${JSON.stringify(glob.trimEnd())}`));
	if (value) return { fields: camelCased(value.result), body, isPresent: true };
	return { fields: camelCased(lineFields(head)), body, isPresent: true, broken: head };
}

/** What is wrong with broken frontmatter, with file and line. */
export async function frontmatterProblem(path: string, broken: string): Promise<string> {
	// The first line of the file is the opening `---`.
	const result = await parseYaml(`\n${broken}`, path);
	return "problem" in result ? `${result.problem} (frontmatter; it was read line by line)` : path;
}

/** A non-empty string, trimmed. */
export function textField(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** One string or a list of them; anything else in the list is dropped. */
export function textListField(value: unknown): string[] {
	const list: unknown[] = Array.isArray(value) ? value : [value];
	return list.flatMap((entry) => textField(entry) ?? []);
}

/** Cursor writes globs without quotes, which YAML takes for an alias. */
const bareGlob = /^(globs:[ \t]*)(\*.*)$/gm;

function parsed(head: string): { readonly result: unknown } | undefined {
	try {
		return { result: Bun.YAML.parse(head) };
	} catch {
		return undefined;
	}
}

function camelCased(value: unknown): Record<string, unknown> {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [
			name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
			field,
		]),
	);
}

function lineFields(head: string): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const line of head.split(/\r?\n/)) {
		const match = /^([\w-]+):\s*(.*)$/.exec(line);
		if (!match?.[1] || !match[2]) continue;
		const value = parsed(match[2]);
		fields[match[1]] = value ? value.result : match[2].trim();
	}
	return fields;
}
