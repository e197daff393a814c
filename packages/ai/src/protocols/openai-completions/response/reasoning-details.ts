import type { AssistantContent, AssistantMessage } from "../../../message.ts";
import type { Reply } from "../../../reply/reply.ts";
import type { TextOutput } from "./text-output.ts";
import type { ReasoningDetail } from "./wire.ts";

/** Reasoning text that a host sends only as details. */
export function detailText(details: readonly ReasoningDetail[]): string {
	return details.map((detail) => detail.text ?? detail.summary ?? "").join("");
}

/** Collects signatures and encrypted reasoning, so that all of it can be sent back. */
export class ReasoningProofs {
	/** Proofs without an open thinking block; assigned at the end of the reply. */
	readonly #loose: ReasoningDetail[] = [];
	#summary: ReasoningDetail | undefined;
	#signedIndex: unknown;

	/** Reasoning that follows a signature under another index is a block of its own. */
	begin(details: readonly ReasoningDetail[], text: TextOutput): void {
		const index = details.find((detail) => detail.text || detail.summary)?.index;
		if (index === undefined || this.#signedIndex === undefined || index === this.#signedIndex) return;
		text.interrupt();
		this.#signedIndex = undefined;
	}

	take(details: readonly ReasoningDetail[], text: TextOutput, reply: Reply): void {
		for (const detail of details) {
			const proof = withoutText(detail);
			if (detail.type === "reasoning.encrypted") this.#keep(detail, reply);
			else if (!detail.signature) {
				if (detail.type === "reasoning.summary") this.#summary ??= proof;
			} else if (text.sign(JSON.stringify(proof))) this.#signedIndex = detail.index;
			else this.#keep(proof, reply);
		}
	}

	#keep(detail: ReasoningDetail, reply: Reply): void {
		reply.count(JSON.stringify(detail).length);
		this.#loose.push(detail);
	}

	/** Encrypted reasoning belongs to its call; if it names none of this reply, to the last one, or to other content. */
	attach({ message }: Reply): void {
		const { content } = message;
		const calls = content.filter((block) => block.type === "toolCall");
		const thinking = content.filter((block) => block.type === "thinking");
		const unsigned = thinking.findLast((block) => !block.thinkingSignature);
		if (this.#summary && unsigned && this.#loose.length > 0) addProof(unsigned, this.#summary);
		for (const detail of this.#loose) {
			const block =
				calls.find(({ id }) => id === detail.id) ??
				(detail.type === "reasoning.encrypted" ? undefined : unsigned) ??
				calls.at(-1) ??
				thinking.at(-1) ??
				content.find(({ type }) => type === "text");
			if (block) addProof(block, detail);
		}
	}
}

/** The thinking block already has the text. */
function withoutText({ text: _, summary: __, ...proof }: ReasoningDetail): ReasoningDetail {
	return proof;
}

function addProof(block: AssistantContent, detail: ReasoningDetail): void {
	if (block.type === "toolCall") block.thoughtSignature = joined(block.thoughtSignature, detail);
	else if (block.type === "thinking") block.thinkingSignature = joined(block.thinkingSignature, detail);
	else if (block.type === "text") block.textSignature = joined(block.textSignature, detail);
}

function joined(signature: string | undefined, detail: ReasoningDetail): string {
	const known = parseDetails(signature);
	return JSON.stringify(known.length > 0 ? [...known, detail] : detail);
}

/** The host's reasoning details, sent back unchanged. */
export function collectReasoningDetails(message: AssistantMessage): ReasoningDetail[] {
	return message.content.flatMap((block) => {
		if (block.type === "toolCall") return parseDetails(block.thoughtSignature);
		if (block.type === "text") return parseDetails(block.textSignature);
		if (block.type !== "thinking") return [];
		return parseDetails(block.thinkingSignature).map((detail) => withText(detail, block.thinking));
	});
}

function withText(detail: ReasoningDetail, text: string): ReasoningDetail {
	if (!text || detail.type === "reasoning.encrypted") return detail;
	return detail.type === "reasoning.summary" ? { ...detail, summary: text } : { ...detail, text };
}

function parseDetails(signature: string | undefined): ReasoningDetail[] {
	if (!signature || !/^[{[]/.test(signature)) return [];
	try {
		const parsed: ReasoningDetail | ReasoningDetail[] = JSON.parse(signature);
		return [parsed].flat().filter((detail) => detail.type?.startsWith("reasoning."));
	} catch {
		// A signature of another host.
		return [];
	}
}
