import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { CompactionEntry, ServiceTier, SessionEntry } from "../entry/entry.ts";
import type { CompactionSummaryMessage, SessionMessage } from "../entry/message.ts";
import { callStarts } from "./interrupted-calls.ts";
import { EntryTree } from "./tree.ts";
import { settleCalls, withInterruptedResults } from "./unanswered-calls.ts";

/** The state of a conversation at a path: its messages and settings. */
export interface SessionContext {
	readonly messages: SessionMessage[];
	/** `off` unless recorded. */
	readonly thinkingLevel: string;
	readonly isThinkingLevelRecorded: boolean;
	readonly configuredThinkingLevel?: string;
	/** `null` is a recorded "no tier"; `undefined` means that none was recorded. */
	readonly serviceTier: ServiceTier | null | undefined;
	/** `provider/id` by role. */
	readonly models: Readonly<Record<string, string>>;
	readonly injectedTtsrRules: string[];
	readonly selectedMCPToolNames: string[];
	readonly mode: string;
	readonly modeData: Record<string, unknown> | undefined;
}

export interface ContextOptions {
	/** The whole history for display, including compactions; never sent to a provider. */
	transcript?: boolean;
	/** In a transcript, leave out what the last compaction or reset hides from the model. */
	collapseCompactedHistory?: boolean;
	keepDanglingToolCalls?: boolean;
}

/** An entry on the path; its body is loaded on demand. */
export interface PathStep {
	readonly id: string;
	readonly type: string;
	readonly role?: string | undefined;
	/** The tool of a result or the type of a custom entry, if known without loading the body. */
	readonly about?: string | undefined;
	entry(): SessionEntry | undefined;
}

/** The context at a leaf of a list of entries; `null` is before the first, a missing or unknown leaf is the last. */
export function buildSessionContext(
	entries: readonly SessionEntry[],
	leafId?: string | null,
	byId?: ReadonlyMap<string, SessionEntry>,
	options: ContextOptions = {},
): SessionContext {
	const tree = new EntryTree<SessionEntry>();
	for (const entry of byId?.values() ?? entries) tree.add(entry);
	const last = entries.at(-1)?.id ?? null;
	const leaf = leafId === null || (leafId !== undefined && tree.has(leafId)) ? leafId : last;
	return contextOfPath(leaf === null ? [] : tree.path(leaf).map(loadedStep), options);
}

export function contextOfPath(path: readonly PathStep[], options: ContextOptions = {}): SessionContext {
	return { messages: collectMessages(path, options), ...stateOfPath(path) };
}

function loadedStep(entry: SessionEntry): PathStep {
	const role = entry.type === "message" ? entry.message?.role : undefined;
	return { id: entry.id, type: entry.type, role, entry: () => entry };
}

/** Only the state, for which no message has to be loaded. */
export function stateOfPath(path: readonly PathStep[]): Omit<SessionContext, "messages"> {
	const models = new Map<string, string>();
	const rules = new Set<string>();
	let thinking: (SessionEntry & { type: "thinking_level_change" }) | undefined;
	let tier: (SessionEntry & { type: "service_tier_change" }) | undefined;
	let mode: (SessionEntry & { type: "mode_change" }) | undefined;
	let tools: (SessionEntry & { type: "mcp_tool_selection" }) | undefined;
	for (const step of path) {
		if (!STATE_TYPES.has(step.type)) continue;
		const entry = step.entry();
		if (entry?.type === "thinking_level_change") thinking = entry;
		else if (entry?.type === "service_tier_change") tier = entry;
		else if (entry?.type === "mode_change") mode = entry;
		else if (entry?.type === "mcp_tool_selection") tools = entry;
		else if (entry?.type === "model_change") models.set(entry.role ?? "default", entry.model);
		else if (entry?.type === "ttsr_injection") for (const rule of entry.injectedRules ?? []) rules.add(rule);
	}
	const fallback = models.has("default") ? undefined : lastUsedModel(path);
	return {
		thinkingLevel: thinking?.thinkingLevel ?? "off",
		isThinkingLevelRecorded: thinking !== undefined,
		...(thinking?.configured !== undefined && { configuredThinkingLevel: thinking.configured }),
		serviceTier: tier?.serviceTier,
		models: { ...(fallback !== undefined && { default: fallback }), ...Object.fromEntries(models) },
		injectedTtsrRules: [...rules],
		selectedMCPToolNames: tools?.selectedToolNames ?? [],
		mode: mode?.mode ?? "none",
		modeData: mode?.data,
	};
}

const STATE_TYPES: ReadonlySet<string> = new Set([
	"thinking_level_change",
	"service_tier_change",
	"mode_change",
	"mcp_tool_selection",
	"model_change",
	"ttsr_injection",
]);

function lastUsedModel(path: readonly PathStep[]): string | undefined {
	const message = readMessage(path.findLast((step) => step.role === "assistant"));
	return message?.role === "assistant" ? `${message.provider}/${message.model}` : undefined;
}

function collectMessages(path: readonly PathStep[], options: ContextOptions): SessionMessage[] {
	const starts = () => callStarts(path);
	if (options.transcript && !options.collapseCompactedHistory) {
		return withInterruptedResults(path.flatMap(displayed), starts);
	}
	const visible = path.slice(path.findLastIndex((step) => step.type === "reset_boundary") + 1);
	const messages = withoutCompacted(visible);
	return options.transcript ? withInterruptedResults(messages, starts) : settleCalls(messages, starts, options);
}

function withoutCompacted(path: readonly PathStep[]): SessionMessage[] {
	const at = path.findLastIndex((step) => step.type === "compaction");
	const compaction = path[at]?.entry();
	if (compaction?.type !== "compaction") return path.flatMap(sent);
	const firstKept = path.findIndex((step) => step.id === compaction.firstKeptEntryId);
	const kept = firstKept === -1 ? [] : path.slice(firstKept, at);
	return [buildSummary(compaction), ...kept.flatMap(sent), ...path.slice(at + 1).flatMap(sent)];
}

function displayed(step: PathStep): SessionMessage[] {
	const entry = step.type === "compaction" ? step.entry() : undefined;
	return entry?.type === "compaction" ? [buildSummary(entry)] : sent(step);
}

function sent(step: PathStep): SessionMessage[] {
	switch (step.type) {
		case "message": {
			const message = readMessage(step);
			return message ? [message] : [];
		}
		case "custom_message":
		case "branch_summary":
			return injected(step.entry());
		default:
			return [];
	}
}

function injected(entry: SessionEntry | undefined): SessionMessage[] {
	if (entry?.type === "branch_summary") {
		const { summary, fromId } = entry;
		return [{ role: "branchSummary", summary, fromId, timestamp: parseTimestamp(entry) }];
	}
	if (entry?.type !== "custom_message") return [];
	const { customType, content, display, details, attribution } = entry;
	return [
		{
			role: "custom",
			customType,
			content,
			display,
			...(details !== undefined && { details }),
			...(attribution !== undefined && { attribution }),
			timestamp: parseTimestamp(entry),
		},
	];
}

function buildSummary(entry: CompactionEntry): CompactionSummaryMessage {
	const { summary, shortSummary, tokensBefore, preserveData } = entry;
	return {
		role: "compactionSummary",
		summary,
		...(shortSummary !== undefined && { shortSummary }),
		tokensBefore,
		...(preserveData !== undefined && { preserveData }),
		timestamp: parseTimestamp(entry),
	};
}

/** The message of a step, with default content; edited and foreign files may lack it. */
function readMessage(step: PathStep | undefined): SessionMessage | undefined {
	const entry = step?.entry();
	if (entry?.type !== "message" || !isRecord(entry.message) || typeof entry.message.role !== "string") return undefined;
	const { message } = entry;
	if ((message.role !== "assistant" && message.role !== "toolResult") || Array.isArray(message.content)) return message;
	const text: unknown = message.content;
	return { ...message, content: typeof text === "string" ? [{ type: "text", text }] : [] };
}

function parseTimestamp(entry: SessionEntry): number {
	const time = Date.parse(entry.timestamp);
	return Number.isNaN(time) ? 0 : time;
}
