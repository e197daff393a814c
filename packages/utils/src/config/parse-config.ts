import { errorMessage } from "../error-message.ts";
import { findJsonProblem } from "./find-json-problem.ts";
import { parseYaml } from "./parse-yaml.ts";

export type ConfigResult = { readonly value: unknown } | { readonly problem: string };

/** Parses a configuration file by its ending: TOML, YAML, else JSON with comments. An error is reported with file and line. */
export async function parseConfig(text: string, path: string): Promise<ConfigResult> {
	if (/\.ya?ml$/.test(path)) return parseYaml(text, path);
	try {
		return { value: path.endsWith(".toml") ? Bun.TOML.parse(text) : Bun.JSONC.parse(text) };
	} catch (error) {
		const message = errorMessage(error);
		if (path.endsWith(".toml")) return { problem: `${path}${tomlLine(text)}: ${message}` };
		return { problem: findJsonProblem(text, path) ?? `${path}: ${message}` };
	}
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Beyond this the search for the line takes too long. */
const maxTomlLines = 2000;

/** The parser gives no position; the line after the longest part that is valid is the one. */
function tomlLine(text: string): string {
	const lines = text.split("\n");
	if (lines.length > maxTomlLines) return "";
	for (let count = lines.length - 1; count > 0; count--) {
		try {
			Bun.TOML.parse(lines.slice(0, count).join("\n"));
			return `:${count + 1}`;
		} catch {
			// The error is in here.
		}
	}
	return ":1";
}
