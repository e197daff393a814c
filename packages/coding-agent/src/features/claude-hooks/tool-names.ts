import { resolve } from "node:path";
import type { CallFacts, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { contentBlocks } from "@oh-my-pi/pi-agent-core/tools/tool";
import { claudeNames } from "../../file-commands/claude-tool-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call as Claude Code would name it. */
export interface ClaudeCall {
	/** All names that a matcher may have for it, the best first. */
	readonly names: readonly string[];
	readonly input: Fields;
}

/** One for each file that a call changes: a hook looks at one `file_path`. */
export function claudeCalls(name: string, args: Fields, facts: CallFacts, cwd: string): ClaudeCall[] {
	const absolute = (path: unknown) => (typeof path === "string" ? resolve(cwd, path) : path);
	const names = [...(claudeNames[name] ?? mcpNames(name)), name];
	switch (name) {
		case "read": {
			const url = typeof args.path === "string" && /^https?:\/\//.test(args.path);
			if (url) return [{ names: ["WebFetch", name], input: { url: args.path, prompt: "" } }];
			const { path = args.path } = facts.reads ?? {};
			return [{ names, input: { ...without(args, "path"), file_path: absolute(path) } }];
		}
		case "write":
			return [{ names, input: { ...without(args, "path"), file_path: absolute(args.path) } }];
		case "edit": {
			const files = facts.changes?.length ? facts.changes : [args.path];
			return files.map((file) => ({
				names,
				input: { ...without(args, "path"), file_path: absolute(file), ...editedText(args) },
			}));
		}
		case "search":
			return [{ names, input: { ...args, ...(args.path !== undefined && { path: absolute(args.path) }) } }];
		case "find":
			return [{ names, input: { ...args, pattern: args.path ?? "*" } }];
		default:
			return [{ names, input: args }];
	}
}

/** Arguments with what a hook changed of them. */
export function ownArguments(name: string, args: Fields, original: Fields, updated: Fields): Record<string, unknown> {
	const result: Record<string, unknown> = { ...args };
	for (const [key, value] of Object.entries(updated)) {
		if (Object.hasOwn(original, key) && Bun.deepEquals(original[key], value)) continue;
		const isPath = key === "file_path" || (name === "find" && key === "pattern") || key === "url";
		const argument = isPath ? "path" : key;
		if (argument in args || key in original || claudeNames[name] === undefined) result[argument] = value;
	}
	return result;
}

/** The result as Claude Code's tools give it, as far as ours know it. */
export function claudeResponse({ names, input }: ClaudeCall, output: ToolOutput): Fields {
	const text = contentBlocks(output.content)
		.flatMap((block) => (block.type === "text" ? [block.text] : []))
		.join("\n");
	switch (names[0]) {
		case "Bash":
			return { stdout: text, stderr: "", interrupted: false, isImage: false };
		case "Read":
			return { type: "text", file: { filePath: input.file_path, content: text } };
		case "Write":
		case "Edit":
			return { filePath: input.file_path, success: output.isError !== true };
		default:
			return { content: text };
	}
}

function editedText({ old_text, new_text, oldText, newText, input, content }: Fields): Fields {
	const [before, after] = [old_text ?? oldText, new_text ?? newText ?? input ?? content];
	return { old_string: before ?? "", new_string: after ?? "" };
}

/** `mcp__server_tool` does not say where the server's name ends. */
function mcpNames(name: string): string[] {
	if (!name.startsWith("mcp__")) return [];
	const rest = name.slice("mcp__".length);
	return [...rest.matchAll(/_/g)].map(({ index }) => `mcp__${rest.slice(0, index)}__${rest.slice(index + 1)}`);
}

function without(fields: Fields, key: string): Fields {
	const { [key]: _, ...rest } = fields;
	return rest;
}
