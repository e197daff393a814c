export interface Frontmatter {
	/** Only string values. */
	readonly fields: Readonly<Record<string, string | undefined>>;
	readonly body: string;
	/** The YAML error, when the frontmatter was parsed line by line. */
	readonly problem?: string;
}

/** Splits a Markdown file into frontmatter and body. Invalid YAML is parsed line by line. */
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
