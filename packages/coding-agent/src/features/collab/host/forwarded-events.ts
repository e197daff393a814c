import type { ConversationEvent } from "../../../conversation/event/event.ts";

type MessageUpdate = Extract<ConversationEvent, { type: "message_update" }>;

const forwarded: ReadonlySet<string> = new Set([
	"agent_start",
	"agent_end",
	"turn_start",
	"turn_end",
	"message_start",
	"message_update",
	"message_end",
	"tool_execution_start",
	"tool_execution_update",
	"tool_execution_end",
	"notice",
	"auto_compaction_start",
	"auto_compaction_end",
	"auto_retry_start",
	"auto_retry_end",
	"thinking_level_changed",
]);

/** A message is sent whole with each update, so a long one is sent less often: about this many bytes per millisecond. */
const bytesPerMs = 2000;
const maxWaitMs = 250;

/**
 * What guests are sent of a conversation's events. Updates of one message or one call that follow each other closely become
 * one; nothing overtakes anything else.
 */
export class ForwardedEvents {
	readonly #send: (event: { readonly type: string }) => void;
	#waiting: { readonly event: ConversationEvent; readonly timer: ReturnType<typeof setTimeout> } | undefined;
	#sentAt = Number.NEGATIVE_INFINITY;
	#waitMs = 0;

	constructor(send: (event: { readonly type: string }) => void) {
		this.#send = send;
	}

	take(event: ConversationEvent): void {
		if (!forwarded.has(event.type)) return;
		const merged = this.#waiting && merge(this.#waiting.event, event);
		if (this.#waiting && !merged) this.flush();
		const next = merged ?? event;
		const isUpdate = next.type === "message_update" || next.type === "tool_execution_update";
		const leftMs = isUpdate ? this.#sentAt + this.#waitMs - performance.now() : 0;
		if (leftMs <= 0) {
			this.#drop();
			this.#sendNow(next);
		} else if (this.#waiting) this.#waiting = { event: next, timer: this.#waiting.timer };
		else this.#waiting = { event: next, timer: setTimeout(() => this.flush(), leftMs) };
	}

	flush(): void {
		const event = this.#waiting?.event;
		this.#drop();
		if (event) this.#sendNow(event);
	}

	end(): void {
		this.#drop();
	}

	#drop(): void {
		clearTimeout(this.#waiting?.timer);
		this.#waiting = undefined;
	}

	#sendNow(event: ConversationEvent): void {
		const lean = buildLean(event);
		this.#send(lean);
		if (event.type !== "message_update" && event.type !== "tool_execution_update") return;
		this.#sentAt = performance.now();
		this.#waitMs = Math.min(maxWaitMs, JSON.stringify(lean).length / bytesPerMs - 1);
	}
}

/** Both as one, if nothing is lost by that. */
function merge(first: ConversationEvent, second: ConversationEvent): ConversationEvent | undefined {
	if (first.type === "tool_execution_update" && second.type === "tool_execution_update")
		return first.toolCallId === second.toolCallId ? second : undefined;
	if (first.type !== "message_update" || second.type !== "message_update") return undefined;
	const [one, other] = [first.assistantMessageEvent, second.assistantMessageEvent];
	const isDelta = "delta" in one && "delta" in other && one.type === other.type;
	if (!isDelta || one.contentIndex !== other.contentIndex) return undefined;
	return { ...second, assistantMessageEvent: { ...other, delta: one.delta + other.delta } };
}

/** Without what is in it twice, or in the entries already. */
function buildLean(event: ConversationEvent): { readonly type: string } {
	switch (event.type) {
		case "message_update":
			return { ...event, assistantMessageEvent: withoutMessage(event.assistantMessageEvent) } as { type: string };
		case "agent_end":
			return { ...event, messages: [] } as { type: string };
		case "turn_end":
			return { type: event.type };
		default:
			return event;
	}
}

function withoutMessage(event: MessageUpdate["assistantMessageEvent"]): object {
	const { type } = event;
	if (!("contentIndex" in event)) return { type };
	return { type, contentIndex: event.contentIndex, ...("delta" in event && { delta: event.delta }) };
}
