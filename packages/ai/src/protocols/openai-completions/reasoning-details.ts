import type { AssistantMessage } from "../../message.ts";
import type { Reply } from "../../reply.ts";
import type { ReasoningDetail } from "./wire.ts";

/** Reasoning text that a host sends only as details. */
export function detailText(details: readonly ReasoningDetail[]): string {
	return details.map((detail) => detail.text ?? detail.summary ?? "").join("");
}

/** The signature of a detail, without the text that the thinking block already has. */
export function proofOf({ text: _, summary: __, ...proof }: ReasoningDetail): string | undefined {
	return proof.signature ? JSON.stringify(proof) : undefined;
}

/** Encrypted reasoning belongs to its call; if it names none of this reply, to the last one. */
export function attachEncrypted(reply: Reply, details: readonly ReasoningDetail[]): void {
	const calls = reply.message.content.filter((block) => block.type === "toolCall");
	for (const detail of details) {
		const call = calls.find(({ id }) => id === detail.id) ?? calls.at(-1);
		if (call) call.thoughtSignature = JSON.stringify(detail);
	}
}

/** The host's reasoning details, sent back unchanged. */
export function reasoningDetailsOf(message: AssistantMessage): ReasoningDetail[] {
	return message.content.flatMap((block) => {
		if (block.type === "toolCall") return parseDetail(block.thoughtSignature);
		if (block.type !== "thinking") return [];
		return parseDetail(block.thinkingSignature).map((detail) => ({ ...detail, text: block.thinking }));
	});
}

function parseDetail(signature: string | undefined): ReasoningDetail[] {
	if (!signature?.startsWith("{")) return [];
	try {
		const detail: ReasoningDetail = JSON.parse(signature);
		return detail.type?.startsWith("reasoning.") ? [detail] : [];
	} catch {
		// A signature of another host.
		return [];
	}
}
