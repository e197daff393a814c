export interface Frontmatter {
	/** Texts only; other values say nothing to us. */
	readonly fields: Readonly<Record<string, string | undefined>>;
	readonly body: string;
	/** Why the frontmatter was read line by line. */
	readonly problem?: string;
}

/** What stands between the `---` lines at the top of a Markdown file, and the rest. Broken YAML is read line by line. */
export function parseFrontmatter(text: string): Frontmatter {
	const match = /^---\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/.exec(text);
	if (!match) return { fields: {}, body: text };
	const head = match[1] ?? "";
	const body = text.slice(match[0].length);
	try {
		return { fields: textFields(Bun.YAML.parse(head)), body };
	} catch (error) {
		const problem = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
		return { fields: lineFields(head), body, problem };
	}
}

function textFields(value: unknown): Record<string, string> {
	if (typeof value !== "object" || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, field]) => (typeof field === "string" ? [[name, field]] : [])),
	);
}

function lineFields(head: string): Record<string, string> {
	const fields: Record<string, string> = {};
	for (const line of head.split(/\r?\n/)) {
		const match = /^([\w-]+):\s*(.*)$/.exec(line);
		if (match?.[1] && match[2]) fields[match[1]] = match[2].replace(/^(["'])(.*)\1$/, "$2");
	}
	return fields;
}
