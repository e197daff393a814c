import { readFile } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { ToolCallContent, ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk/unstable";
import type { CallFacts, ToolResult, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { ChangeJournal, FileState } from "@oh-my-pi/pi-tools/files/mutate/change-journal";

const kinds: Readonly<Record<string, ToolKind>> = {
	read: "read",
	write: "edit",
	edit: "edit",
	ast_edit: "edit",
	delete: "delete",
	move: "move",
	search: "search",
	find: "search",
	ast_grep: "search",
	tool_search: "search",
	bash: "execute",
	eval: "execute",
	ssh: "execute",
	task: "execute",
	fetch: "fetch",
	web_search: "fetch",
	todo: "think",
};

export function kindOf(toolName: string): ToolKind {
	return kinds[toolName] ?? "other";
}

/** One line that says what a call does. */
export function formatTitle(toolName: string, args: unknown, facts: CallFacts = {}): string {
	const params = recordOf(args);
	if (toolName === "bash" && typeof params.command === "string") return `$ ${firstLine(params.command)}`;
	const about = [params.path, facts.changes?.join(", "), params.pattern, params.query, params.title].find(
		(value) => typeof value === "string" && value !== "",
	);
	return typeof about === "string" ? `${toolName}: ${firstLine(about)}` : toolName;
}

/** The files that a call is about, with the line where it begins, as far as its arguments tell. */
export function listLocations(facts: CallFacts, cwd: string): ToolCallLocation[] {
	const { reads, changes = [] } = facts;
	const line = Number(reads?.part.match(/\d+/)?.[0]);
	const read = reads ? [{ path: reads.path, ...(line > 0 && { line }) }] : [];
	return [...read, ...changes.map((path) => ({ path }))]
		.filter(({ path }) => path !== "" && !path.includes("://"))
		.map((location) => ({
			...location,
			path: isAbsolute(location.path) ? location.path : resolve(cwd, location.path),
		}));
}

export function readFacts(tool: ToolTraits | undefined, args: unknown): CallFacts {
	try {
		return tool?.facts?.(recordOf(args)) ?? {};
	} catch {
		// Arguments that make no sense are about nothing.
		return {};
	}
}

export function resultContent({ content }: ToolResult): ToolCallContent[] {
	return content.map((block) => ({
		type: "content",
		content:
			block.type === "text"
				? { type: "text", text: block.text }
				: { type: "image", data: block.data, mimeType: block.mimeType },
	}));
}

export function rawOutput({ content, details }: ToolResult): Record<string, unknown> {
	const { oldText: _before, newText: _after, perFileResults: _files, ...rest } = recordOf(details);
	return { output: joinText(content), ...(Object.keys(rest).length > 0 && { details: rest }) };
}

export interface ChangedFiles {
	readonly diffs: readonly ToolCallContent[];
	readonly locations: readonly ToolCallLocation[];
}

/** What a call changed, as the journal has it. */
export async function readChanges(journal: ChangeJournal, callId: string, details: unknown): Promise<ChangedFiles> {
	const entries = journal.entries.filter((entry) => entry.callId === callId);
	const diffs: ToolCallContent[] = [];
	for (const { path, before, after } of entries) {
		const [oldText, newText] = [await textIn(before), await textIn(after)];
		if (oldText === undefined || newText === undefined) continue;
		diffs.push({ type: "diff", path, oldText: before ? oldText : null, newText });
	}
	return { diffs, locations: entries.map(({ path }) => ({ path, ...changedLine(details, path) })) };
}

/** What a call changed, as its result says; for sessions whose journal is gone. */
export function changesInDetails(details: unknown): ChangedFiles {
	const all = recordOf(details);
	const files = (Array.isArray(all.perFileResults) ? all.perFileResults : [all]).map(recordOf);
	const diffs = files.flatMap(({ path, oldText, newText, op }): ToolCallContent[] => {
		if (typeof path !== "string" || typeof newText !== "string") return [];
		return [{ type: "diff", path, oldText: op === "create" || typeof oldText !== "string" ? null : oldText, newText }];
	});
	const paths = files.flatMap(({ path }) => (typeof path === "string" ? [path] : []));
	return { diffs, locations: paths.map((path) => ({ path, ...changedLine(details, path) })) };
}

function changedLine(details: unknown, path: string): { line?: number } {
	const all = recordOf(details);
	const files = Array.isArray(all.perFileResults) ? all.perFileResults.map(recordOf) : [all];
	const line = files.find((file) => file.path === path)?.firstChangedLine;
	return typeof line === "number" ? { line } : {};
}

const maxDiffBytes = 4 * 1024 * 1024;

/** Empty for no file; `undefined` for what is no text or not kept. */
async function textIn(state: FileState | undefined): Promise<string | undefined> {
	if (!state) return "";
	if (state.kind === "link" || state.content.in === "nowhere") return undefined;
	const bytes = state.content.in === "memory" ? state.content.bytes : await readFile(state.content.path);
	if (bytes.length > maxDiffBytes) return undefined;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		// Not text.
		return undefined;
	}
}

function firstLine(text: string): string {
	const line = text.trim().split("\n", 1)[0] ?? "";
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function recordOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}
