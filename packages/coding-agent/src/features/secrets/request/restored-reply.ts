import type { AssistantContent, AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { forgetPieces, growText } from "@oh-my-pi/pi-ai/reply/recent-text";
import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import { RestoreStream } from "@oh-my-pi/pi-secrets/hider/restore-stream";
import type { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";

/** A reply as the session sees it. Text is restored as it arrives, arguments of a call once they are complete. */
export class RestoredReply {
	readonly #hider: SecretHider;
	readonly #texts = new Map<number, RestoreStream>();
	#message: AssistantMessage | undefined;

	constructor(hider: SecretHider) {
		this.#hider = hider;
	}

	restore(event: AssistantMessageEvent): AssistantMessageEvent[] {
		switch (event.type) {
			case "done":
				return [{ ...event, message: this.#finish(event.message) }];
			case "error":
				return [{ ...event, error: this.#finish(event.error) }];
			case "start":
				return [{ ...event, partial: this.#sync(event.partial) }];
			case "text_delta":
			case "thinking_delta":
				return this.#grow(event);
			case "text_end":
			case "thinking_end":
				return this.#endText(event);
			case "text_start":
			case "thinking_start":
				return [{ ...event, partial: this.#put(event, emptied(event.partial.content[event.contentIndex])) }];
			case "toolcall_end": {
				const toolCall = restoreBlock(event.toolCall, this.#hider);
				if (toolCall.type !== "toolCall") return [event];
				return [{ ...event, toolCall, partial: this.#put(event, toolCall) }];
			}
			default:
				return [{ ...event, partial: this.#put(event, event.partial.content[event.contentIndex]) }];
		}
	}

	#grow(event: Extract<AssistantMessageEvent, { type: "text_delta" | "thinking_delta" }>): AssistantMessageEvent[] {
		const partial = this.#sync(event.partial);
		const stream = this.#texts.get(event.contentIndex) ?? new RestoreStream(this.#hider);
		this.#texts.set(event.contentIndex, stream);
		const delta = stream.push(event.delta);
		return delta === "" ? [] : [this.#add(event, delta, partial)];
	}

	#endText(event: Extract<AssistantMessageEvent, { type: "text_end" | "thinking_end" }>): AssistantMessageEvent[] {
		const { contentIndex } = event;
		const partial = this.#sync(event.partial);
		const rest = this.#texts.get(contentIndex)?.end() ?? "";
		this.#texts.delete(contentIndex);
		const type = event.type === "text_end" ? "text_delta" : "thinking_delta";
		const before = rest === "" ? [] : [this.#add({ type, contentIndex }, rest, partial)];
		const block = partial.content[contentIndex];
		if (block?.type === "text") forgetPieces(block);
		return [...before, { ...event, content: this.#hider.restore(event.content), partial }];
	}

	#add(
		{ type, contentIndex }: { type: "text_delta" | "thinking_delta"; contentIndex: number },
		delta: string,
		partial: AssistantMessage,
	): AssistantMessageEvent {
		const block = partial.content[contentIndex];
		if (block?.type === "text") growText(block, delta);
		else if (block?.type === "thinking") block.thinking += delta;
		return { type, contentIndex, delta, partial };
	}

	#put(
		event: { readonly contentIndex: number; readonly partial: AssistantMessage },
		block: AssistantContent | undefined,
	): AssistantMessage {
		const message = this.#sync(event.partial);
		if (block) message.content[event.contentIndex] = block;
		return message;
	}

	/** The same object during the whole stream, with everything but the content of the provider's. */
	#sync(partial: AssistantMessage): AssistantMessage {
		const { content, ...facts } = partial;
		this.#message ??= { ...facts, content: content.map(emptied) as AssistantContent[] };
		return Object.assign(this.#message, facts);
	}

	#finish(final: AssistantMessage): AssistantMessage {
		const message = this.#sync(final);
		message.content = final.content.map((block) => restoreBlock(block, this.#hider));
		if (final.errorMessage !== undefined) message.errorMessage = this.#hider.restore(final.errorMessage);
		return message;
	}
}

function emptied<Block extends AssistantContent | undefined>(block: Block): Block {
	if (block?.type === "text") return { ...block, text: "" };
	return block?.type === "thinking" ? { ...block, thinking: "" } : block;
}

function restoreBlock(block: AssistantContent, hider: SecretHider): AssistantContent {
	const restore = (text: string) => hider.restore(text);
	switch (block.type) {
		case "text":
			return { ...block, text: restore(block.text) };
		case "thinking": {
			const thinking = restore(block.thinking);
			const { thinkingSignature, ...unsigned } = block;
			// A provider takes signed thoughts back only as it sent them.
			const isSame = thinkingSignature === undefined || hider.hide(thinking) === block.thinking;
			return isSame ? { ...block, thinking } : { ...unsigned, thinking };
		}
		case "toolCall": {
			const args = mapTexts(block.arguments, restore, true) as typeof block.arguments;
			const { intent } = block;
			return { ...block, arguments: args, ...(intent !== undefined && { intent: restore(intent) }) };
		}
		default:
			return block;
	}
}
