export type YamlResult = { readonly value: unknown } | { readonly problem: string };

/** Parses YAML; an error is reported with file name and line. */
export async function parseYaml(text: string, path: string): Promise<YamlResult> {
	try {
		return { value: Bun.YAML.parse(text) };
	} catch (error) {
		return { problem: await locate(text, path, error) };
	}
}

/** Bun's parser reports no position; this one does and is loaded only then. */
async function locate(text: string, path: string, error: unknown): Promise<string> {
	const { LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const [first] = parseDocument(text, { lineCounter, prettyErrors: false }).errors;
	if (!first) return `${path}: ${error instanceof Error ? error.message : String(error)}`;
	const { line, col } = lineCounter.linePos(first.pos[0]);
	return `${path}:${line}:${col}: ${first.message}`;
}
