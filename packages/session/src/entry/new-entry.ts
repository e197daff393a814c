import type { Attribution, UserContent } from "@oh-my-pi/pi-ai/message";
import type { CompactionEntry, ServiceTier, SessionEntry, SessionInitEntry } from "./entry.ts";
import type { SessionMessage } from "./message.ts";

type WithoutBase<Entry> = Entry extends SessionEntry ? Omit<Entry, "id" | "parentId" | "timestamp"> : never;

/** An entry before it has its place in the log. */
export type NewEntry = WithoutBase<SessionEntry>;

/** Every kind of entry by name. Each call appends one child of the leaf, which becomes the leaf, and returns its id. */
export abstract class EntryAppender {
	abstract append(entry: NewEntry): string;

	appendMessage(message: SessionMessage): string {
		return this.append({ type: "message", message });
	}

	/** `model` is `provider/id`; without `role` it is the default model. */
	appendModelChange(model: string, role?: string, options: { resolvedModelIsFallback?: boolean } = {}): string {
		return this.append({ type: "model_change", model, ...(role !== undefined && { role }), ...options });
	}

	appendThinkingLevelChange(thinkingLevel: string | null, configured?: string): string {
		return this.append({
			type: "thinking_level_change",
			thinkingLevel,
			...(configured !== undefined && { configured }),
		});
	}

	appendServiceTierChange(serviceTier: ServiceTier | null): string {
		return this.append({ type: "service_tier_change", serviceTier });
	}

	appendCompaction(compaction: Omit<CompactionEntry, "type" | "id" | "parentId" | "timestamp">): string {
		return this.append({ type: "compaction", ...compaction });
	}

	appendCustomEntry(customType: string, data?: unknown): string {
		return this.append({ type: "custom", customType, ...(data !== undefined && { data }) });
	}

	appendCustomMessageEntry(
		customType: string,
		content: UserContent,
		display: boolean,
		details?: unknown,
		attribution?: Attribution,
	): string {
		return this.append({
			type: "custom_message",
			customType,
			content,
			display,
			...(details !== undefined && { details }),
			...(attribution !== undefined && { attribution }),
		});
	}

	/** Without a label, or with an empty one, the target loses its label. */
	appendLabelChange(targetId: string, label?: string): string {
		return this.append({ type: "label", targetId, ...(label && { label }) });
	}

	appendModeChange(mode: string, data?: Record<string, unknown>): string {
		return this.append({ type: "mode_change", mode, ...(data !== undefined && { data }) });
	}

	appendTtsrInjection(injectedRules: string[]): string {
		return this.append({ type: "ttsr_injection", injectedRules });
	}

	appendMcpToolSelection(selectedToolNames: string[]): string {
		return this.append({ type: "mcp_tool_selection", selectedToolNames });
	}

	appendSessionInit(init: Omit<SessionInitEntry, "type" | "id" | "parentId" | "timestamp">): string {
		return this.append({ type: "session_init", ...init });
	}

	appendResetBoundary(): string {
		return this.append({ type: "reset_boundary" });
	}

	appendCredentialPin(provider: string, hash: string): string {
		return this.append({ type: "credential_pin", provider, hash });
	}
}

/** The fields in the order in which session files have them. */
export function completeEntry(
	entry: NewEntry,
	base: Pick<SessionEntry, "id" | "parentId" | "timestamp">,
): SessionEntry {
	if (entry.type === "custom" || entry.type === "custom_message") return { ...entry, ...base } as SessionEntry;
	const { type, ...fields } = entry;
	return { type, ...base, ...fields } as SessionEntry;
}
