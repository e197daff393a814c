import { callHalf } from "../../replay/tool-call-id.ts";
import type { Reply } from "../../reply/reply.ts";
import type { Address, CallItem, MessageItem, OutputItem, ReasoningItem } from "./wire.ts";

/** One streamed item of the answer. */
interface StreamedItem {
	readonly key: string;
	kind?: "reasoning" | "message" | "call";
	/** Summary parts are separated by a blank line. */
	partBreak: boolean;
	hasText: boolean;
	done: boolean;
	place?: number | undefined;
	/** An announced call whose input so far is blank. */
	announced?: { readonly item: CallItem; blanks: string };
}

/** An item is kept even if it becomes no block, and counts as much text. */
const itemCharacters = 4096;

/** Assembles the items of an answer. They may overlap, and their start events may be missing. */
export class OutputItems {
	readonly #reply: Reply;
	readonly #items: StreamedItem[] = [];
	readonly #byName = new Map<string, StreamedItem>();

	constructor(reply: Reply) {
		this.#reply = reply;
	}

	begin(address: Address, item: OutputItem): void {
		const streamed = this.#find(mergeAddress(address, item));
		// Text and thinking open with their first content, so that an answer that breaks off before it can be retried.
		if (isCall(item)) streamed.announced ??= { item, blanks: "" };
	}

	nextSummaryPart(address: Address): void {
		const streamed = this.#find(address);
		streamed.partBreak = streamed.hasText;
	}

	thinking(address: Address, delta: string): void {
		const streamed = this.#find(address);
		if (!delta || streamed.done) return;
		this.#reply.appendThinking(streamed.key, streamed.partBreak ? `\n\n${delta}` : delta);
		Object.assign(streamed, { kind: "reasoning", hasText: true, partBreak: false });
	}

	text(address: Address, delta: string): void {
		const streamed = this.#find(address);
		if (!delta || streamed.done) return;
		this.#reply.appendText(streamed.key, delta);
		Object.assign(streamed, { kind: "message", hasText: true });
	}

	/** The complete text, for hosts that send no deltas. */
	wholeText(address: Address, text: string): void {
		const streamed = this.#find(address);
		if (!streamed.hasText) this.text(address, text);
	}

	input(address: Address, delta: string): void {
		const streamed = this.#find(address);
		const { announced } = streamed;
		if (announced && streamed.kind !== "call") {
			this.#reply.count(delta.length);
			announced.blanks += delta;
			if (announced.blanks.trim() === "") return;
			this.#openCall(streamed, announced.item);
			this.#reply.appendArguments(streamed.key, announced.blanks);
		} else this.#reply.appendArguments(streamed.key, delta);
	}

	wholeInput(address: Address, text: string): void {
		const streamed = this.#find(address);
		if (streamed.announced) this.#openCall(streamed, streamed.announced.item);
		const known = this.#reply.argumentText(streamed.key);
		if (text.startsWith(known)) this.#reply.appendArguments(streamed.key, text.slice(known.length));
	}

	end(address: Address, item: OutputItem): void {
		const streamed = this.#find(mergeAddress(address, item));
		if (streamed.done) return;
		if (item.type === "reasoning") this.#endReasoning(streamed, address, item);
		else if (item.type === "message") this.#endMessage(streamed, address, item);
		else if (isCall(item)) {
			this.#openCall(streamed, item);
			this.wholeInput(mergeAddress(address, item), item.arguments ?? item.input ?? "");
		}
		this.#reply.close(streamed.key);
		streamed.done = true;
	}

	#endReasoning(streamed: StreamedItem, address: Address, item: ReasoningItem): void {
		const parts = item.summary?.length ? item.summary : (item.content ?? []);
		const text = parts.map((part) => part.text ?? "").join("\n\n");
		const where = mergeAddress(address, item);
		if (!streamed.hasText && text) this.thinking(where, text);
		if (!streamed.hasText && !item.encrypted_content) return;
		this.#reply.openThinking(streamed.key);
		this.#reply.sign(streamed.key, JSON.stringify(item));
		if (item.id) this.#reply.nameThinking(streamed.key, item.id);
	}

	#endMessage(streamed: StreamedItem, address: Address, item: MessageItem): void {
		const text = (item.content ?? []).map((part) => part.text ?? part.refusal ?? "").join("");
		if (!streamed.hasText) this.text(mergeAddress(address, item), text);
		// Newer models distinguish commentary from the answer, and expect that in the history.
		if (item.phase) this.#reply.sign(streamed.key, JSON.stringify({ phase: item.phase }));
	}

	#openCall(streamed: StreamedItem, item: CallItem): void {
		if (streamed.kind === "call") return;
		streamed.kind = "call";
		const callId = item.call_id ?? item.id ?? streamed.key;
		this.#reply.openToolCall(streamed.key, {
			id: item.id && item.id !== callId ? `${callId}|${item.id}` : callId,
			name: item.name ?? "",
			...(item.type === "custom_tool_call" && { customWireName: item.name ?? "" }),
		});
	}

	/** By position, then by item id, then by call id; an unknown address is a new item. */
	#find(address: Address): StreamedItem {
		const place = address.output_index;
		const names = listNames(address);
		const known =
			(place !== undefined ? this.#items.find((item) => item.place === place) : undefined) ??
			names
				.map((name) => this.#byName.get(name))
				// Ids may be reused; at another position it is another item.
				.find((item) => item && (place === undefined || item.place === undefined));
		const streamed = known ?? this.#add(place === undefined && names.length === 0);
		streamed.place ??= place;
		for (const name of names) if (!this.#byName.has(name)) this.#byName.set(name, streamed);
		return streamed;
	}

	#add(nameless: boolean): StreamedItem {
		const last = this.#items.at(-1);
		if (nameless && last && !last.done) return last;
		const streamed = { key: `item-${this.#items.length}`, partBreak: false, hasText: false, done: false };
		this.#reply.count(itemCharacters);
		this.#items.push(streamed);
		return streamed;
	}
}

function isCall(item: OutputItem): item is CallItem {
	return item.type === "function_call" || item.type === "custom_tool_call";
}

function mergeAddress(address: Address, item: OutputItem): Address {
	return {
		...(address.output_index !== undefined && { output_index: address.output_index }),
		...(item.id && { item_id: item.id }),
		...(isCall(item) && item.call_id && { call_id: item.call_id }),
	};
}

function listNames(address: Address): string[] {
	return [
		...(address.item_id ? [`item ${address.item_id}`] : []),
		...(address.call_id ? [`call ${callHalf(address.call_id)}`] : []),
	];
}
