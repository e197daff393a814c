import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { estimateOverhead, imageBilling } from "../../../../conversation/context/context-tokens.ts";
import { estimateMessages } from "../../../../conversation/context/estimate-tokens.ts";
import type { Conversation } from "../../../../conversation/kernel/conversation.ts";
import type { Block } from "./block.ts";
import { buildBlocks } from "./message-blocks.ts";

type Compacted = Pick<Conversation, "messages" | "model" | "systemPrompt" | "tools">;

/** Notices that the history has been put into few words, whoever wanted that. */
export class CompactionWatch {
	readonly #conversation: Compacted;
	#known: AgentMessage | undefined;

	constructor(conversation: Compacted) {
		this.#conversation = conversation;
		this.#known = summaryIn(conversation.messages);
	}

	/** What there is to show of a compaction since the last look. */
	take(newId: () => string): readonly Block[] {
		const summary = summaryIn(this.#conversation.messages);
		if (summary === this.#known) return [];
		this.#known = summary;
		return summary ? withTokensAfter(buildBlocks(summary, newId), this.#conversation) : [];
	}
}

/** Tells of a compaction how much was left: its summary, and what was kept word for word. */
export function withTokensAfter(blocks: readonly Block[], conversation: Compacted): readonly Block[] {
	const summary = summaryIn(conversation.messages);
	if (!summary || !blocks.some(isCompaction)) return blocks;
	const kept = conversation.messages.filter(({ timestamp }) => timestamp <= summary.timestamp);
	const tokensAfter = estimateOverhead(conversation) + estimateMessages(kept, imageBilling(conversation.model));
	return blocks.map((block) => (isCompaction(block) ? { ...block, tokensAfter } : block));
}

function isCompaction(block: Block): boolean {
	return block.kind === "summary" && block.what === "compacted";
}

function summaryIn(messages: readonly AgentMessage[]): AgentMessage | undefined {
	return messages.find(({ role }) => role === "compactionSummary");
}
