import { defaultReplyLimits, inMegabytes, overLimit, type ReplyLimits } from "../http/reply-limits.ts";
import type { AssistantMessage, ImageContent, StopReason, Usage } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { AssistantMessageEvent } from "./event.ts";
import { forgetPieces, growText } from "./recent-text.ts";
import { FreeformInput, StreamingArguments } from "./streaming-json.ts";
import { emptyUsage } from "./usage.ts";

/** A protocol's key of a block: an index, an item id, or a word. */
export type BlockKey = string | number;

type OpenBlock =
	| { kind: "text" | "thinking"; contentIndex: number }
	| { kind: "toolCall"; contentIndex: number; json: StreamingArguments | FreeformInput };

export interface StartedToolCall {
	readonly id: string;
	readonly name: string;
	readonly thoughtSignature?: string;
	/** The wire name of a freeform tool, whose input is text instead of JSON. */
	readonly customWireName?: string;
}

type Delta = Extract<AssistantMessageEvent, { readonly delta: string }>;

/**
 * Builds one assistant message and emits an event for each step. Protocols report what arrived; this class ensures that
 * blocks start before they grow and end once.
 */
export class Reply {
	readonly message: AssistantMessage;
	readonly #pass: (event: AssistantMessageEvent) => void;
	readonly #interleaved: boolean;
	readonly #open = new Map<BlockKey, OpenBlock>();
	readonly #limits: ReplyLimits;
	#characters = 0;
	#imageCharacters = 0;
	#isGathering = false;
	/** What was added to one block and is not passed on yet. */
	#gathered: Delta | undefined;
	#stop: { reason: StopReason; details?: { type: string; message?: string } } | undefined;
	/** Price multiplier of the served tier. */
	priceFactor = 1;
	/** The provider's own charge, in USD. */
	chargedUsd: number | undefined;
	/** The cost in the message is final. */
	isPriced = false;

	/** `interleaved` keeps several blocks open, for protocols whose items may overlap. */
	constructor(
		model: Pick<Model, "api" | "provider" | "id">,
		timestamp: number,
		emit: (event: AssistantMessageEvent) => void,
		options: { interleaved?: boolean | undefined; limits?: Partial<ReplyLimits> | undefined } = {},
	) {
		this.#pass = emit;
		this.#interleaved = options.interleaved ?? false;
		this.#limits = { ...defaultReplyLimits, ...options.limits };
		this.message = {
			role: "assistant",
			content: [],
			api: model.api,
			provider: model.provider,
			model: model.id,
			usage: emptyUsage(),
			stopReason: "stop",
			timestamp,
		};
	}

	/** The provider's stop reason, once known. */
	get stop() {
		return this.#stop;
	}

	get hasContent(): boolean {
		return this.message.content.length > 0;
	}

	/** Grows with everything that is added. */
	get size(): number {
		return this.#characters + this.#imageCharacters + this.message.content.length;
	}

	/** Counts characters that are kept for this reply, also by a protocol; throws when they are too many. */
	count(characters: number): void {
		this.#characters += characters;
		const limit = this.#limits.textCharacters;
		if (this.#characters > limit)
			throw overLimit("its text did not end", `${limit.toLocaleString("en-US")} characters`);
	}

	/**
	 * Pieces that `work` adds to the same block become one event. A provider's fast reply has ten of them in a packet, and each
	 * event costs several times what its piece does.
	 */
	gather<Result>(work: () => Result): Result {
		this.#isGathering = true;
		try {
			return work();
		} finally {
			this.#isGathering = false;
			this.#passGathered();
		}
	}

	has(key: BlockKey): boolean {
		return this.#open.has(key);
	}

	openText(key: BlockKey): void {
		if (this.#open.get(key)?.kind === "text") return;
		const contentIndex = this.#add(key, { type: "text", text: "" });
		this.#open.set(key, { kind: "text", contentIndex });
		this.#emit({ type: "text_start", contentIndex, partial: this.message });
	}

	appendText(key: BlockKey, delta: string): void {
		if (!delta) return;
		this.count(delta.length);
		this.openText(key);
		const block = this.#open.get(key);
		if (block?.kind !== "text") return;
		const content = this.message.content[block.contentIndex];
		if (content?.type === "text") growText(content, delta);
		this.#grow({ type: "text_delta", contentIndex: block.contentIndex, delta, partial: this.message });
	}

	openThinking(key: BlockKey): void {
		if (this.#open.get(key)?.kind === "thinking") return;
		const contentIndex = this.#add(key, { type: "thinking", thinking: "" });
		this.#open.set(key, { kind: "thinking", contentIndex });
		this.#emit({ type: "thinking_start", contentIndex, partial: this.message });
	}

	appendThinking(key: BlockKey, delta: string): void {
		if (!delta) return;
		this.count(delta.length);
		this.openThinking(key);
		const block = this.#open.get(key);
		if (block?.kind !== "thinking") return;
		const content = this.message.content[block.contentIndex];
		if (content?.type === "thinking") content.thinking += delta;
		this.#grow({ type: "thinking_delta", contentIndex: block.contentIndex, delta, partial: this.message });
	}

	/** Appends to the signature of a thinking block. */
	signThinking(key: BlockKey, signature: string): void {
		this.count(signature.length);
		const block = this.#open.get(key);
		const content = block && this.message.content[block.contentIndex];
		if (content?.type === "thinking") content.thinkingSignature = (content.thinkingSignature ?? "") + signature;
	}

	/** Replaces the signature of an open block, for providers that send it whole. */
	sign(key: BlockKey, signature: string): void {
		this.count(signature.length);
		const block = this.#open.get(key);
		const content = block && this.message.content[block.contentIndex];
		if (content?.type === "thinking") content.thinkingSignature = signature;
		else if (content?.type === "text") content.textSignature = signature;
		else if (content?.type === "toolCall") content.thoughtSignature = signature;
	}

	/** Sets the provider's item id of an open thinking block. */
	nameThinking(key: BlockKey, itemId: string): void {
		const block = this.#open.get(key);
		const content = block && this.message.content[block.contentIndex];
		if (content?.type === "thinking") content.itemId = itemId;
	}

	addRedactedThinking(data: string): void {
		this.count(data.length);
		this.#closeOthers(undefined);
		this.#push({ type: "redactedThinking", data });
	}

	openToolCall(key: BlockKey, call: StartedToolCall): void {
		if (this.#open.get(key)?.kind === "toolCall") return;
		const contentIndex = this.#add(key, { type: "toolCall", id: call.id, name: call.name, arguments: {} });
		const content = this.message.content[contentIndex];
		if (content?.type === "toolCall") {
			if (call.thoughtSignature) content.thoughtSignature = call.thoughtSignature;
			if (call.customWireName) content.customWireName = call.customWireName;
		}
		const json = call.customWireName ? new FreeformInput() : new StreamingArguments();
		this.#open.set(key, { kind: "toolCall", contentIndex, json });
		this.#emit({ type: "toolcall_start", contentIndex, partial: this.message });
	}

	appendArguments(key: BlockKey, delta: string): void {
		const block = this.#open.get(key);
		if (!delta || block?.kind !== "toolCall") return;
		this.count(delta.length);
		const content = this.message.content[block.contentIndex];
		const value = block.json.append(delta);
		if (content?.type === "toolCall") content.arguments = value;
		this.#grow({ type: "toolcall_delta", contentIndex: block.contentIndex, delta, partial: this.message });
	}

	/** The argument text so far, to tell whether a closing event repeats or completes it. */
	argumentText(key: BlockKey): string {
		const block = this.#open.get(key);
		return block?.kind === "toolCall" ? block.json.text() : "";
	}

	addImage(image: ImageContent): void {
		this.#imageCharacters += image.data.length;
		if (this.#imageCharacters > this.#limits.imageCharacters) {
			throw overLimit("its images are too large", inMegabytes(this.#limits.imageCharacters));
		}
		this.#closeOthers(undefined);
		const contentIndex = this.#push(image);
		this.#emit({ type: "image_end", contentIndex, image, partial: this.message });
	}

	close(key: BlockKey): void {
		const block = this.#open.get(key);
		if (!block) return;
		this.#open.delete(key);
		const { contentIndex } = block;
		const content = this.message.content[contentIndex];
		const partial = this.message;
		if (content?.type === "text") {
			forgetPieces(content);
			this.#emit({ type: "text_end", contentIndex, content: content.text, partial });
		} else if (content?.type === "thinking") {
			this.#emit({ type: "thinking_end", contentIndex, content: content.thinking, partial });
		} else if (block.kind === "toolCall" && content?.type === "toolCall") {
			content.arguments = block.json.finish();
			this.#emit({ type: "toolcall_end", contentIndex, toolCall: content, partial });
		}
	}

	closeAll(): void {
		for (const key of [...this.#open.keys()]) this.close(key);
	}

	/** Drops tool calls with incomplete arguments; they must never run. */
	dropOpenToolCalls(): void {
		const dropped = new Set<number>();
		for (const [key, block] of this.#open) {
			if (block.kind !== "toolCall") continue;
			dropped.add(block.contentIndex);
			this.#open.delete(key);
		}
		if (dropped.size === 0) return;
		this.closeAll();
		this.message.content = this.message.content.filter((_, index) => !dropped.has(index));
	}

	setUsage(counts: Partial<Omit<Usage, "cost" | "totalTokens">>): void {
		Object.assign(this.message.usage, counts);
	}

	setStop(reason: StopReason, details?: { type: string; message?: string }): void {
		this.#stop = details ? { reason, details } : { reason };
	}

	/** Takes over the whole message from another omp, which has counted and priced it. */
	adopt({ timestamp: _, ...message }: AssistantMessage): void {
		const characters = JSON.stringify(message.content).length;
		this.count(Math.max(0, characters - this.#characters - this.#imageCharacters));
		if (message.stopReason === "error" || message.stopReason === "aborted") this.dropOpenToolCalls();
		this.closeAll();
		Object.assign(this.message, message);
		this.isPriced = true;
		this.setStop(message.stopReason, message.stopDetails);
	}

	#emit(event: AssistantMessageEvent): void {
		this.#passGathered();
		this.#pass(event);
	}

	#grow(delta: Delta): void {
		const before = this.#gathered;
		if (before && before.type === delta.type && before.contentIndex === delta.contentIndex) {
			before.delta += delta.delta;
			return;
		}
		this.#passGathered();
		if (this.#isGathering) this.#gathered = delta;
		else this.#pass(delta);
	}

	#passGathered(): void {
		const delta = this.#gathered;
		this.#gathered = undefined;
		if (delta) this.#pass(delta);
	}

	#add(key: BlockKey, content: AssistantMessage["content"][number]): number {
		this.#closeOthers(key);
		return this.#push(content);
	}

	/** Returns the index. */
	#push(content: AssistantMessage["content"][number]): number {
		if (this.message.content.length >= this.#limits.blocks) {
			throw overLimit("it has too many blocks", `${this.#limits.blocks}`);
		}
		return this.message.content.push(content) - 1;
	}

	#closeOthers(key: BlockKey | undefined): void {
		if (this.#interleaved) return;
		for (const other of [...this.#open.keys()]) if (other !== key) this.close(other);
		if (key !== undefined) this.close(key);
	}
}
