import type { Attribution, UserContent } from "@oh-my-pi/pi-ai/message";
import type {
	BranchSummaryEntry,
	CustomEntry,
	CustomMessageEntry,
	LabelEntry,
	ModeChangeEntry,
	ModelChangeEntry,
	SessionEntry,
	ThinkingLevelChangeEntry,
} from "./entry.ts";

/** The fields of an entry without its id, parent and time. */
export type Unplaced<Entry> = Entry extends SessionEntry ? Omit<Entry, "id" | "parentId" | "timestamp"> : never;

/** An entry before it is placed in the log. */
export type NewEntry = Unplaced<SessionEntry>;

/** `model` is `provider/id`; without `role` it is the default model. */
export function modelChange(
	model: string,
	role?: string,
	options: { resolvedModelIsFallback?: boolean } = {},
): Unplaced<ModelChangeEntry> {
	return { type: "model_change", model, ...(role !== undefined && { role }), ...options };
}

export function thinkingLevelChange(
	thinkingLevel: string | null,
	configured?: string,
): Unplaced<ThinkingLevelChangeEntry> {
	return { type: "thinking_level_change", thinkingLevel, ...(configured !== undefined && { configured }) };
}

export function customEntry(customType: string, data?: unknown): Unplaced<CustomEntry> {
	return { type: "custom", customType, ...(data !== undefined && { data }) };
}

export function customMessageEntry(
	customType: string,
	content: UserContent,
	display: boolean,
	details?: unknown,
	attribution?: Attribution,
): Unplaced<CustomMessageEntry> {
	return {
		type: "custom_message",
		customType,
		content,
		display,
		...(details !== undefined && { details }),
		...(attribution !== undefined && { attribution }),
	};
}

/** Without a label, or with an empty one, the target's label is removed. */
export function labelChange(targetId: string, label?: string): Unplaced<LabelEntry> {
	return { type: "label", targetId, ...(label && { label }) };
}

export function modeChange(mode: string, data?: Record<string, unknown>): Unplaced<ModeChangeEntry> {
	return { type: "mode_change", mode, ...(data !== undefined && { data }) };
}

export function branchSummary(
	fromId: string | null,
	summary: string,
	details?: unknown,
	fromExtension?: boolean,
): Unplaced<BranchSummaryEntry> {
	return {
		type: "branch_summary",
		fromId: fromId ?? "root",
		summary,
		...(details !== undefined && { details }),
		...(fromExtension !== undefined && { fromExtension }),
	};
}

/** Puts the fields in the order that session files have. */
export function completeEntry(
	entry: NewEntry,
	base: Pick<SessionEntry, "id" | "parentId" | "timestamp">,
): SessionEntry {
	if (entry.type === "custom" || entry.type === "custom_message") return { ...entry, ...base } as SessionEntry;
	const { type, ...fields } = entry;
	return { type, ...base, ...fields } as SessionEntry;
}
