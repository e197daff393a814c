export type YamlResult = { readonly value: unknown } | { readonly problem: string };

/** Parses YAML; what is wrong comes with the file's name and the line it is on. */
export async function parseYaml(text: string, path: string): Promise<YamlResult> {
	try {
		return { value: Bun.YAML.parse(text) };
	} catch (error) {
		return { problem: await locate(text, path, error) };
	}
}

/** Bun's parser does not say where; this one does, and is loaded only to say it. */
async function locate(text: string, path: string, error: unknown): Promise<string> {
	const { LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const [first] = parseDocument(text, { lineCounter, prettyErrors: false }).errors;
	if (!first) return `${path}: ${error instanceof Error ? error.message : String(error)}`;
	const { line, col } = lineCounter.linePos(first.pos[0]);
	return `${path}:${line}:${col}: ${first.message}`;
}
