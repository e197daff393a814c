import type { LiveTurn } from "@oh-my-pi/pi-fleet/contract/task";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { callText } from "../../text/call-text.ts";
import type { Frame } from "./agent-child.ts";

const attendedMs = 700;
/** For tables, and for whoever reads along without a word. */
const usualMs = 5000;
const maxChars = 3000;

export interface LiveFacts {
	/** Empty when the turn has ended. */
	readonly live: LiveTurn | undefined;
	readonly status: string | undefined;
}

/** Tells of a turn while it goes on: now and then, and more often while somebody watches. */
export class LiveNotes implements Disposable {
	readonly #write: (facts: LiveFacts) => void;
	#text = "";
	#call: string | undefined;
	#status: string | undefined;
	#steered: string[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#writtenAt = Number.NEGATIVE_INFINITY;
	isAttended = false;

	constructor(write: (facts: LiveFacts) => void) {
		this.#write = write;
	}

	/** One line for tables: what it is doing, or did last. */
	get status(): string | undefined {
		return this.#status;
	}

	/** The turn so far; `undefined` between turns. */
	get current(): LiveTurn | undefined {
		const live = {
			...(this.#text !== "" && { text: this.#text }),
			...(this.#call !== undefined && { call: this.#call }),
			...(this.#steered.length > 0 && { steered: this.#steered }),
		};
		return Object.keys(live).length === 0 ? undefined : live;
	}

	take(frame: Frame): void {
		switch (frame.type) {
			case "message_start":
				this.#text = "";
				return;
			case "message_update": {
				const { assistantMessageEvent: event } = frame;
				if (!isRecord(event) || event.type !== "text_delta" || typeof event.delta !== "string") return;
				this.#text = (this.#text + event.delta).slice(-maxChars);
				break;
			}
			case "tool_execution_start":
				this.#status = String(frame.intent ?? frame.toolName).slice(0, 200);
				this.#call = callText({ name: frame.toolName, arguments: frame.args });
				break;
			case "tool_execution_end":
				this.#call = undefined;
				break;
			case "turn_end":
				this.endTurn();
				return;
			default:
				return;
		}
		this.#soon();
	}

	steer(text: string): void {
		this.#steered.push(text.slice(0, maxChars));
		this.#soon();
	}

	/** The log has it now. */
	endTurn(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#text = "";
		this.#call = undefined;
		this.#steered = [];
	}

	[Symbol.dispose](): void {
		this.endTurn();
	}

	#soon(): void {
		if (this.#timer !== undefined) return;
		const pause = this.isAttended ? attendedMs : usualMs;
		const waitMs = Math.max(0, this.#writtenAt + pause - performance.now());
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			this.#writtenAt = performance.now();
			this.#write({ live: this.current, status: this.#status });
		}, waitMs);
	}
}
