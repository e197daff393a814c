import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";

export interface Frontmatter {
	/** Keys in camel case: `argument-hint` is `argumentHint`. */
	readonly fields: Readonly<Record<string, unknown>>;
	/** Trimmed. */
	readonly body: string;
	/** False for a file that is all body. */
	readonly isPresent: boolean;
	/** Invalid YAML of which parsing line by line may have lost something; see `frontmatterProblem`. */
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
	const { fields, isWhole } = lineFields(head);
	return { fields: camelCased(fields), body, isPresent: true, ...(!isWhole && { broken: head }) };
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

/**
 * Claude Code takes each line as a key and its text, which need not be YAML: `description: Use it when: ...`. Text and examples in
 * tags on the lines after it belong to it. `isWhole` says that nothing else was there.
 */
function lineFields(head: string): { readonly fields: Record<string, unknown>; readonly isWhole: boolean } {
	const fields: Record<string, unknown> = {};
	let last: string | undefined;
	let openTag: string | undefined;
	let isWhole = true;
	for (const line of head.split(/\r?\n/)) {
		const match = openTag === undefined ? /^([\w-]+):\s*(.*)$/.exec(line) : undefined;
		if (match?.[1]) {
			const [, key, text = ""] = match;
			const value = parsed(text);
			last = undefined;
			if (text === "") isWhole = false;
			else fields[key] = value ? value.result : text.trim();
			if (typeof fields[key] === "string") last = key;
			if (!value && /^[[{"'&*!|>%@`]/.test(text)) isWhole = false;
		} else if (line.trim() !== "" && !line.startsWith("#")) {
			if (last === undefined) isWhole = false;
			else fields[last] = `${fields[last]}\n${line}`;
			if (openTag !== undefined && line.includes(`</${openTag}>`)) openTag = undefined;
			else openTag ??= /^<([\w-]+)>\s*$/.exec(line)?.[1];
		}
	}
	return { fields, isWhole: isWhole && openTag === undefined };
}
