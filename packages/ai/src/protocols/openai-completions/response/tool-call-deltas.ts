import { ToolCallIds } from "../../../replay/generated-id.ts";
import type { Reply } from "../../../reply/reply.ts";
import { isNode } from "../../../schema/json-schema.ts";
import type { WireToolCallDelta } from "./wire.ts";

interface StreamedCall {
	readonly key: string;
	id?: string;
	name?: string;
	/** Arguments that arrived before the name. */
	early: string;
	/** Arguments that a host sends as objects. */
	object?: Record<string, unknown>;
}

/** A call without a name is kept, too, and counts as much text. */
const callCharacters = 4096;

/** Assembles streamed fragments of several calls, which may alternate. */
export class ToolCallDeltas {
	readonly #reply: Reply;
	readonly #ids: ToolCallIds;
	readonly #calls: StreamedCall[] = [];
	readonly #current = new Map<number | string, StreamedCall>();

	constructor(reply: Reply, now: number) {
		this.#reply = reply;
		this.#ids = new ToolCallIds(now);
	}

	/** `beforeStart` is called when a fragment starts a new call. */
	take(delta: WireToolCallDelta, beforeStart: () => void): void {
		const call = this.#findOrAddCall(delta);
		const name = delta.function?.name;
		if (delta.id) call.id ??= delta.id;
		if (name && call.name === undefined) {
			beforeStart();
			this.closeComplete();
			call.name = name;
			this.#reply.openToolCall(call.key, { id: this.#ids.take(name, call.id), name });
			this.#append(call, call.early);
		}
		const fragment = delta.function?.arguments;
		if (isNode(fragment)) {
			this.#reply.count(JSON.stringify(fragment).length);
			call.object = deepMerge(call.object ?? {}, fragment);
		} else if (fragment && call.name === undefined) {
			this.#reply.count(fragment.length);
			call.early += fragment;
		} else if (typeof fragment === "string") this.#append(call, fragment);
	}

	/** Ends the calls with complete arguments; others may still get fragments. */
	closeComplete(): void {
		for (const call of this.#calls) {
			if (this.#reply.has(call.key) && isWholeJson(this.#reply.argumentText(call.key))) this.#reply.close(call.key);
		}
	}

	closeAll(): void {
		for (const call of this.#calls) {
			if (call.object) this.#append(call, JSON.stringify(call.object));
			this.#reply.close(call.key);
		}
	}

	#append(call: StreamedCall, text: string): void {
		this.#reply.appendArguments(call.key, text);
	}

	#findOrAddCall(delta: WireToolCallDelta): StreamedCall {
		const slot = delta.index ?? delta.id ?? this.#calls.at(-1)?.key ?? 0;
		const known = this.#current.get(slot) ?? (delta.index == null && !delta.id ? this.#calls.at(-1) : undefined);
		// Some hosts give every call the index 0; another id together with a name is another call.
		const isAnother = known?.id !== undefined && delta.id && delta.id !== known.id && delta.function?.name;
		if (known && !isAnother) return known;
		const call: StreamedCall = { key: `call-${this.#calls.length}`, early: "" };
		this.#reply.count(callCharacters);
		this.#calls.push(call);
		this.#current.set(slot, call);
		return call;
	}
}

function isWholeJson(text: string): boolean {
	if (!text.trimEnd().endsWith("}")) return false;
	try {
		JSON.parse(text);
		return true;
	} catch {
		// Incomplete.
		return false;
	}
}

function deepMerge(into: Record<string, unknown>, from: Record<string, unknown>): Record<string, unknown> {
	const merged = { ...into };
	for (const [key, value] of Object.entries(from)) {
		const known = merged[key];
		if (isNode(known) && isNode(value)) merged[key] = deepMerge(known, value);
		else if (typeof known === "string" && typeof value === "string") merged[key] = known + value;
		else merged[key] = value;
	}
	return merged;
}
