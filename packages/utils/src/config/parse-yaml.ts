import { errorMessage } from "../error-message.ts";
import { isCostlyYaml, MAX_YAML_DEPTH } from "./yaml-cost.ts";

export type YamlResult = { readonly value: unknown } | { readonly problem: string };

/** Parses YAML; an error is reported with file name and line. */
export async function parseYaml(text: string, path: string): Promise<YamlResult> {
	let value: unknown;
	try {
		value = Bun.YAML.parse(text);
	} catch (error) {
		return { problem: await locate(text, path, error) };
	}
	const problem = new ValueCheck(text.length).problemWith(value, 0);
	return problem === undefined ? { value } : { problem: `${path}: ${problem}` };
}

const MAX_ALIASED_VALUES = 100_000;

/** Aliases let a short text hold itself, or more values than can be counted. */
class ValueCheck {
	readonly #around = new Set<object>();
	#valuesLeft: number;

	constructor(textLength: number) {
		this.#valuesLeft = textLength + MAX_ALIASED_VALUES;
	}

	problemWith(value: unknown, depth: number): string | undefined {
		if (--this.#valuesLeft < 0) return "aliases make it too large";
		if (typeof value !== "object" || value === null) return undefined;
		if (this.#around.has(value)) return "a value contains itself";
		if (depth > MAX_YAML_DEPTH) return "nested too deeply";
		this.#around.add(value);
		for (const inner of Object.values(value)) {
			const problem = this.problemWith(inner, depth + 1);
			if (problem !== undefined) return problem;
		}
		this.#around.delete(value);
		return undefined;
	}
}

/** Bun's parser reports no position; this one does and is loaded only then. */
async function locate(text: string, path: string, error: unknown): Promise<string> {
	const unlocated = `${path}: ${errorMessage(error)}`;
	if (isCostlyYaml(text)) return unlocated;
	const { LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const [first] = parseDocument(text, { lineCounter, prettyErrors: false }).errors;
	if (!first) return unlocated;
	const { line, col } = lineCounter.linePos(first.pos[0]);
	return `${path}:${line}:${col}: ${first.message}`;
}
