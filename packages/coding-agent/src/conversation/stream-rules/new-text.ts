/** What a tool call introduces, per file. */
export interface NewText {
	readonly text: string;
	readonly paths: readonly string[];
}

/** Arguments that name something or quote what is there already. */
const notNew = /^(?:i|path|paths|file_?path|old.*|pattern|search)$/i;
const fileHeader = /^(?:\[(.+?)#\w+\]|\*\*\* (?:Update|Add) File: (.+?))\s*$/;

/** The new text in the arguments of a call, also while they are incomplete. */
export function newTexts(args: Readonly<Record<string, unknown>>, changes: readonly string[] = []): NewText[] {
	const { input } = args;
	if (typeof input === "string" && /^\+/m.test(input)) return patchDigests(input, changes);
	const paths = changes.length > 0 ? changes : [args.path, args.file_path].filter((path) => typeof path === "string");
	return [{ text: strings(args).join("\n"), paths }];
}

/** Lines that are added, by the file that they are added to. */
function patchDigests(input: string, changes: readonly string[]): NewText[] {
	const found: Array<{ lines: string[]; paths: readonly string[] }> = [];
	for (const line of input.split("\n")) {
		const header = fileHeader.exec(line);
		const path = header?.[1] ?? header?.[2];
		if (path !== undefined) found.push({ lines: [], paths: [path] });
		else if (line.startsWith("+")) {
			if (found.length === 0) found.push({ lines: [], paths: changes });
			found.at(-1)?.lines.push(line.slice(1));
		}
	}
	return found.map(({ lines, paths }) => ({ text: lines.join("\n"), paths }));
}

function strings(value: unknown, key = ""): string[] {
	if (notNew.test(key)) return [];
	if (typeof value === "string") return [value];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => strings(inner, Array.isArray(value) ? key : name));
}
