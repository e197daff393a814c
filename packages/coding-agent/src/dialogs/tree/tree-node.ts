import { type AssistantMessage, joinText, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionTreeNode } from "@oh-my-pi/pi-session/log/session-log";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

export type TreeKind = "user" | "assistant" | "tool" | "summary" | "custom" | "bookkeeping";

/** What the navigator knows of an entry. */
export interface TreeNode {
	readonly id: string;
	readonly kind: TreeKind;
	/** Before the text, as in `user: hello`; what has none stands in brackets. */
	readonly speaker?: string;
	readonly text: string;
	/** A reply that only calls tools, and ended well. */
	readonly isOnlyCalls: boolean;
	label: string | undefined;
	readonly parent: TreeNode | undefined;
	readonly children: TreeNode[];
}

/** The entries of a session in words, each below its parent; the oldest first. */
export function treeNodes(roots: readonly SessionTreeNode[]): TreeNode[] {
	const calls = new Map<string, string>();
	const tops: TreeNode[] = [];
	// A loop, not recursion: a long conversation is one deep branch.
	const open = roots.map((node) => ({ node, parent: undefined as TreeNode | undefined })).reverse();
	for (let next = open.pop(); next; next = open.pop()) {
		const { node, parent } = next;
		const { id, label } = node;
		const made: TreeNode = { ...describeEntry(node.entry, node.type, calls), id, label, parent, children: [] };
		(parent?.children ?? tops).push(made);
		for (const child of node.children.toReversed()) open.push({ node: child, parent: made });
	}
	return tops;
}

/** What the user said is said again, so one is before it; anything else one is behind. */
export function placeName({ kind, text }: TreeNode): string {
	const words = text.length > 60 ? `${text.slice(0, 60)}…` : text;
	return kind === "user" || kind === "custom" ? `Before: ${words}` : `After: ${words}`;
}

type Described = Pick<TreeNode, "kind" | "speaker" | "text" | "isOnlyCalls">;

function describeEntry(entry: SessionEntry | undefined, type: string, calls: Map<string, string>): Described {
	const plain = (kind: TreeKind, text: string): Described => ({ kind, text: shortLine(text), isOnlyCalls: false });
	if (!entry) return plain("bookkeeping", "unreadable");
	switch (entry.type) {
		case "message":
			return withoutReminder(describeMessage(entry.message, calls, plain));
		case "custom_message":
			return withoutReminder({ ...plain("custom", joinText(entry.content)), speaker: entry.customType });
		case "compaction":
			return plain("summary", `compaction: ${entry.shortSummary ?? entry.summary}`);
		case "branch_summary":
			return plain("summary", `branch summary: ${entry.summary}`);
		case "label":
			return plain("bookkeeping", `label: ${entry.label ?? "(cleared)"}`);
		case "model_change":
			return plain("bookkeeping", `model: ${entry.model}`);
		case "thinking_level_change":
			return plain("bookkeeping", `thinking: ${entry.thinkingLevel ?? "unset"}`);
		case "title_change":
			return plain("bookkeeping", `title: ${entry.title}`);
		default:
			return plain("bookkeeping", type.replaceAll("_", " "));
	}
}

function describeMessage(
	message: SessionMessage,
	calls: Map<string, string>,
	plain: (kind: TreeKind, text: string) => Described,
): Described {
	switch (message.role) {
		case "user":
			return { ...plain("user", joinText(message.content)), speaker: "user" };
		case "assistant":
			return describeReply(message, calls, plain);
		case "toolResult":
			return plain("tool", calls.get(message.toolCallId) ?? message.toolName);
		case "bashExecution":
			return plain("tool", `bash: ${message.command}`);
		case "pythonExecution":
			return plain("tool", `python: ${message.code}`);
		case "branchSummary":
		case "compactionSummary":
			return plain("summary", message.summary);
		case "fileMention":
			return plain("custom", `files: ${message.files.map(({ path }) => path).join(", ")}`);
		case "custom":
			return { ...plain("custom", joinText(message.content)), speaker: message.customType };
		case "developer":
			return { ...plain("custom", joinText(message.content)), speaker: "developer" };
	}
}

function describeReply(
	message: AssistantMessage,
	calls: Map<string, string>,
	plain: (kind: TreeKind, text: string) => Described,
): Described {
	for (const call of toolCallsOf(message)) calls.set(call.id, `${call.name}: ${keyArgument(call.arguments)}`);
	const text = joinText(message.content);
	const failed = message.stopReason === "error" || message.stopReason === "aborted";
	const end = failed ? `(${message.errorMessage ?? message.stopReason})` : "";
	const shown =
		text ||
		end ||
		toolCallsOf(message)
			.map(({ name }) => `(${name})`)
			.join(" ") ||
		"(no content)";
	return { ...plain("assistant", shown), speaker: "assistant", isOnlyCalls: text.trim() === "" && !failed };
}

const telling = ["command", "path", "pattern", "query", "url", "code", "action", "task", "prompt"];

/** The argument of a call that says most about it. */
function keyArgument(args: unknown): string {
	if (typeof args !== "object" || args === null) return "";
	const values = new Map(Object.entries(args));
	const name = telling.find((candidate) => typeof values.get(candidate) === "string");
	if (name !== undefined) return String(values.get(name));
	const first = firstText(args);
	// The header of an edit names the file, then a tag that says nothing to people.
	return /^\[([^\]#]+)#[^\]]*\]/.exec(first)?.[1] ?? first.split("\n")[0] ?? "";
}

/** The first text in some arguments, however deep. */
function firstText(value: unknown): string {
	if (typeof value === "string") return value.trim();
	if (typeof value !== "object" || value === null) return "";
	for (const [name, inner] of Object.entries(value)) {
		// The intent is shown elsewhere.
		const text = name === "i" ? "" : firstText(inner);
		if (text !== "") return text;
	}
	return "";
}

const reminder = /^\s*<system-reminder>([\s\S]*?)(?:<\/system-reminder>\s*)?$/;

/** What omp tells the model between messages is no part of what was said. */
function withoutReminder(described: Described): Described {
	const [, text] = reminder.exec(described.text) ?? [];
	return text === undefined ? described : { kind: "bookkeeping", text: `reminder: ${text.trim()}`, isOnlyCalls: false };
}

function shortLine(text: string): string {
	return oneLine(text.slice(0, 400));
}
