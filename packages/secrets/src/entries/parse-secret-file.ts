import { isFields } from "@oh-my-pi/pi-utils/config/parse-config";
import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { longestMatch } from "../patterns/longest-match.ts";
import type { SecretPattern } from "../patterns/secret-pattern.ts";
import { labelFrom } from "./label.ts";
import { minObfuscated, type SecretEntry } from "./secret-entry.ts";

export interface SecretFile {
	/** By their content, which is what a later file overrides. */
	readonly entries: ReadonlyMap<string, SecretEntry>;
	readonly warnings: readonly string[];
}

/** Compiles a pattern, or throws with the reason why not. Loaded with the first pattern. */
export type Compile = (source: string, flags: string, place: string) => Promise<SecretPattern>;

/** Reads a list of entries; a bad one is left out with a warning that says where it is and nothing of what it hides. */
export async function parseSecretFile(text: string, path: string, compile: Compile): Promise<SecretFile> {
	const parsed = await parseYaml(text, path);
	// The parser's own words may quote the line.
	if ("problem" in parsed) {
		const line = /^:(\d+)/.exec(parsed.problem.slice(path.length))?.[1];
		return {
			entries: new Map(),
			warnings: [`${path}${line ? `:${line}` : ""}: this is not valid YAML; nothing of it is used`],
		};
	}
	const { value } = parsed;
	if (value === null || value === undefined) return { entries: new Map(), warnings: [] };
	if (!Array.isArray(value)) {
		return { entries: new Map(), warnings: [`${path}: expected a list of entries; nothing of it is used`] };
	}
	const entries = new Map<string, SecretEntry>();
	const warnings: string[] = [];
	for (const [index, item] of value.entries()) {
		try {
			const { content, entry, warning } = await parseEntry(item, `${path} entry ${index + 1}`, compile);
			entries.set(content, entry);
			if (warning) warnings.push(`${path}: entry ${index + 1}: ${warning}`);
		} catch (error) {
			warnings.push(`${path}: entry ${index + 1} is not used: ${errorMessage(error)}`);
		}
	}
	return { entries, warnings };
}

const names = new Set(["type", "content", "mode", "replacement", "flags", "friendlyName"]);

async function parseEntry(
	item: unknown,
	place: string,
	compile: Compile,
): Promise<{ content: string; entry: SecretEntry; warning?: string }> {
	if (!isFields(item)) throw new Error("expected type and content");
	const unknown = Object.keys(item).find((name) => !names.has(name));
	if (unknown !== undefined)
		throw new Error(`unknown key "${unknown.slice(0, 20)}"; expected ${[...names].join(", ")}`);
	const { type, content, mode = "obfuscate", replacement, flags, friendlyName } = item;
	if (type !== "plain" && type !== "regex") throw new Error('type must be "plain" or "regex"');
	if (typeof content !== "string" || content === "") throw new Error("content must be text that is not empty");
	if (mode !== "obfuscate" && mode !== "replace") throw new Error('mode must be "obfuscate" or "replace"');
	if (replacement !== undefined && typeof replacement !== "string") throw new Error("replacement must be text");
	if (flags !== undefined && typeof flags !== "string") throw new Error("flags must be text");
	const label = typeof friendlyName === "string" ? labelFrom(friendlyName) : undefined;
	const isOddName = friendlyName !== undefined && label === undefined;
	const common = {
		source: "file" as const,
		mode: mode as SecretEntry["mode"],
		...(replacement !== undefined && { replacement }),
		...(label && { label }),
	};
	const warning = isOddName ? { warning: "friendlyName must be text with letters or digits; it is not used" } : {};
	if (type === "plain") {
		if (replacement?.includes(content)) throw new Error("replacement contains what it should replace");
		if (mode === "obfuscate" && content.length < minObfuscated) {
			throw new Error(`it is shorter than ${minObfuscated} characters, which only mode: replace can hide`);
		}
		return { content, entry: { ...common, type, value: content }, ...warning };
	}
	const [, body = content, inner = ""] = /^\/(.+)\/([a-z]*)$/s.exec(content) ?? [];
	const pattern = await compile(body, inner + (flags ?? ""), place);
	if (mode === "replace" && replacement === undefined && longestMatch(body) <= 2) {
		throw new Error("it can only match one or two characters, which needs a replacement");
	}
	if (mode === "obfuscate" && longestMatch(body) < minObfuscated) {
		throw new Error(`it only matches less than ${minObfuscated} characters, which only mode: replace can hide`);
	}
	return { content, entry: { ...common, type, pattern }, ...warning };
}
