import type { Attribution, UserContent } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SessionMessage } from "./message.ts";

export const CURRENT_SESSION_VERSION = 3;

export type TitleSource = "auto" | "user";

/** The first line of a session file. Unknown fields are preserved. */
export interface SessionHeader {
	type: "session";
	/** Missing means 1. */
	version?: number;
	id: string;
	timestamp: string;
	cwd: string;
	title?: string;
	titleSource?: TitleSource;
	/** The session this one was forked or branched from: an id or a file path. */
	parentSession?: string;
	additionalDirectories?: string[];
	previousSessionFiles?: string[];
	providerPromptCacheKey?: string;
	[other: string]: unknown;
}

/** A line of fixed length that some writers put before the header, so that a rename need not rewrite the file. */
export interface TitleSlot {
	type: "title";
	v: number;
	title: string;
	source: TitleSource;
	updatedAt: string;
	pad: string;
}

export interface EntryBase {
	type: string;
	id: string;
	parentId: string | null;
	/** ISO 8601. */
	timestamp: string;
}

export interface MessageEntry extends EntryBase {
	type: "message";
	message: SessionMessage;
}

export interface ModelChangeEntry extends EntryBase {
	type: "model_change";
	/** `provider/id` */
	model: string;
	/** Missing means `default`; `temporary` is not restored as the default. */
	role?: string;
	resolvedModelIsFallback?: boolean;
}

export interface ThinkingLevelChangeEntry extends EntryBase {
	type: "thinking_level_change";
	thinkingLevel: string | null;
	configured?: string;
}

export type ServiceTier = string | { openai?: string; anthropic?: string; google?: string };

export interface ServiceTierChangeEntry extends EntryBase {
	type: "service_tier_change";
	serviceTier: ServiceTier | null;
}

export interface CompactionEntry extends EntryBase {
	type: "compaction";
	summary: string;
	shortSummary?: string;
	firstKeptEntryId: string;
	tokensBefore: number;
	details?: unknown;
	preserveData?: Record<string, unknown>;
	fromExtension?: boolean;
}

export interface BranchSummaryEntry extends EntryBase {
	type: "branch_summary";
	/** `root` when the branch began at the root. */
	fromId: string;
	summary: string;
	details?: unknown;
	fromExtension?: boolean;
}

/** Never sent to the model. */
export interface CustomEntry extends EntryBase {
	type: "custom";
	customType: string;
	data?: unknown;
}

export interface CustomMessageEntry extends EntryBase {
	type: "custom_message";
	customType: string;
	content: UserContent;
	display: boolean;
	details?: unknown;
	attribution?: Attribution;
}

export interface LabelEntry extends EntryBase {
	type: "label";
	targetId: string;
	/** Missing or empty clears the label. */
	label?: string;
}

export interface TitleChangeEntry extends EntryBase {
	type: "title_change";
	title: string;
	source: TitleSource;
	previousTitle?: string;
	trigger?: string;
}

export interface TtsrInjectionEntry extends EntryBase {
	type: "ttsr_injection";
	injectedRules: string[];
}

export interface McpToolSelectionEntry extends EntryBase {
	type: "mcp_tool_selection";
	selectedToolNames: string[];
}

export interface ModeChangeEntry extends EntryBase {
	type: "mode_change";
	/** `none`, `plan`, `goal`, `goal_paused`, … */
	mode: string;
	data?: Record<string, unknown>;
}

/** How a sub-agent was started. */
export interface SessionInitEntry extends EntryBase {
	type: "session_init";
	systemPrompt: string;
	task: string;
	tools: string[];
	agent?: string;
	modelRole?: string;
	resolvedModel?: string;
	readOnly?: boolean;
	spawns?: string | string[];
	outputSchema?: unknown;
	outputSchemaMode?: string;
	readSummarize?: boolean;
}

/** Hides everything before it from the model (`/clear`). */
export interface ResetBoundaryEntry extends EntryBase {
	type: "reset_boundary";
}

export interface CredentialPinEntry extends EntryBase {
	type: "credential_pin";
	provider: string;
	hash: string;
}

/**
 * An entry of an unknown type: kept in the tree and on disk, ignored otherwise. The literal stands for any other
 * string, so that a switch over types narrows and still needs a default.
 */
export interface UnknownEntry extends EntryBase {
	type: "<unknown>";
	[field: string]: unknown;
}

export type SessionEntry =
	| MessageEntry
	| ModelChangeEntry
	| ThinkingLevelChangeEntry
	| ServiceTierChangeEntry
	| CompactionEntry
	| BranchSummaryEntry
	| CustomEntry
	| CustomMessageEntry
	| LabelEntry
	| TitleChangeEntry
	| TtsrInjectionEntry
	| McpToolSelectionEntry
	| ModeChangeEntry
	| SessionInitEntry
	| ResetBoundaryEntry
	| CredentialPinEntry
	| UnknownEntry;

/** A logical line of a file: the header first, then entries. */
export type FileEntry = SessionHeader | SessionEntry;

export function isHeader(value: unknown): value is SessionHeader {
	return isRecord(value) && value.type === "session" && typeof value.id === "string";
}

export function isTitleSlot(value: unknown): value is TitleSlot {
	return isRecord(value) && value.type === "title" && typeof value.title === "string" && !("id" in value);
}

/** Checks the envelope of an entry; the fields of its type are checked where they are used. */
export function isEntry(value: unknown): value is SessionEntry {
	return (
		isRecord(value) &&
		typeof value.type === "string" &&
		typeof value.id === "string" &&
		(value.parentId === null || value.parentId === undefined || typeof value.parentId === "string")
	);
}
