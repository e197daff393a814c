import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { hiddenNote } from "../../../conversation/history/hidden-note.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { HookFactory } from "../../../conversation/kernel/conversation-options.ts";
import { type FindTool, labelsIn } from "../../../conversation/provenance/outside-places.ts";
import type { OutsideTracker } from "../../../conversation/provenance/outside-tracker.ts";
import type { MemoryBackend, StoredBy } from "../contract/memory-backend.ts";
import { readTranscript } from "../transcript/transcript.ts";

export const memoriesType = "memories";
/** A prompt does not wait longer for its memories. */
const recallMs = 30_000;

interface RecallParts {
	readonly backend: () => MemoryBackend | undefined;
	/** The backend of the folder that the session is in now. */
	readonly follow: () => Promise<MemoryBackend | undefined>;
	readonly conversation: Conversation;
	readonly storedBy: (otherwise: "user" | "agent") => StoredBy;
	readonly tracker: OutsideTracker;
	readonly findTool: FindTool;
}

/**
 * Memories ahead of the first prompt, and of the first after a compaction; what was said is handed over after each run. The block is
 * part of the history: it keeps its bytes over all turns and after a resume, so the prompt cache holds.
 */
export function recallHook({ backend, follow, conversation, storedBy, tracker, findTool }: RecallParts): HookFactory {
	let isDue: boolean | undefined;
	return ({ now, log }) => ({
		name: "memory",
		async beforePrompt({ message, messages, signal }) {
			if (message.role !== "user") return undefined;
			const here = await follow();
			isDue ??= !messages.some(isMemories);
			if (!isDue || !here?.recallForPrompt) return undefined;
			isDue = false;
			const ended = AbortSignal.any([signal, AbortSignal.timeout(recallMs)]);
			const block = await here.recallForPrompt([...messages, message], ended);
			if (!block) return undefined;
			tracker.add(labelsIn(block));
			return [hiddenNote(memoriesType, block, now())];
		},
		async duringCompaction() {
			const text = await backend()?.contextForCompaction?.(AbortSignal.timeout(recallMs));
			return text ? { context: [text] } : undefined;
		},
		afterCompaction() {
			isDue = true;
		},
		onHistoryReplaced(_messages, cause) {
			if (cause === "session") isDue = undefined;
		},
		onEvent({ type }) {
			// A session that leaves nothing on disk leaves nothing in memory either.
			if (type !== "agent_end" || conversation.log.file === undefined) return;
			try {
				backend()?.afterRun?.(readTranscript(conversation.messages, findTool, tracker.places), storedBy("user"));
			} catch (error) {
				logIgnored(`the run of ${log.id} is not in the memory`, error);
			}
		},
	});
}

function isMemories(message: AgentMessage): boolean {
	return message.role === "custom" && "customType" in message && message.customType === memoriesType;
}
