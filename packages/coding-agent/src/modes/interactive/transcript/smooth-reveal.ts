import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { AddedText } from "./block.ts";

/** How often more is revealed. */
export const revealEveryMs = 33;
/** Of what is waiting, one part in this many is revealed at a time: steady, and never far behind. */
const share = 6;
/** After the end everything is there within a quarter of a second. */
const stepsAfterEnd = 7;

/** Lets a reply that arrives in bursts appear evenly. */
export class SmoothReveal {
	#message: AssistantMessage;
	#length: number;
	#revealed = 0;
	#lastStep: number | undefined;
	/** The end of the last part, as far as it is not shown yet; `undefined` when only the message itself can tell. */
	#waiting: AddedText | undefined;

	constructor(message: AssistantMessage) {
		this.#message = message;
		this.#length = lengthOf(message);
	}

	/** More has arrived; with `ended` nothing else will. */
	update(message: AssistantMessage, ended: boolean, added?: AddedText): void {
		if (added) this.#waiting = this.#joined(added);
		this.#message = message;
		this.#length = lengthOf(message);
		if (ended) this.#lastStep ??= Math.ceil((this.#length - this.#revealed) / stepsAfterEnd);
	}

	advance(): void {
		const waiting = this.#length - this.#revealed;
		const step = this.#lastStep ?? Math.ceil(waiting / share) + 1;
		this.#revealed = Math.min(this.#length, this.#revealed + Math.max(1, step));
	}

	get isComplete(): boolean {
		return this.#revealed >= this.#length;
	}

	/** The message as far as it may be seen. */
	get shown(): AssistantMessage {
		return this.isComplete ? this.#message : messageUpTo(this.#message, this.#revealed);
	}

	/** The same, with what was not taken before. */
	take(): { readonly message: AssistantMessage; readonly added?: AddedText } {
		const waiting = this.#waiting;
		const message = this.shown;
		if (!waiting) return { message };
		const above = lengthOf({ content: this.#message.content.slice(0, waiting.index) });
		const count = this.#revealed - above - waiting.start;
		if (count < 0) return { message };
		const text = whole(waiting.text, count);
		this.#waiting = { ...waiting, start: waiting.start + text.length, text: waiting.text.slice(text.length) };
		return { message, added: { ...waiting, text } };
	}

	/** What waits, with what was added to it. */
	#joined(added: AddedText): AddedText | undefined {
		const before = this.#waiting;
		const isNext = before?.index === added.index && before.start + before.text.length === added.start;
		if (before && isNext) return { ...before, text: before.text + added.text };
		// A part that begins.
		return added.start === 0 ? added : undefined;
	}
}

function lengthOf({ content }: Pick<AssistantMessage, "content">): number {
	return content.reduce((sum, part) => sum + partLength(part), 0);
}

function partLength(part: AssistantMessage["content"][number]): number {
	if (part.type === "text") return part.text.length;
	return part.type === "thinking" ? part.thinking.length : 0;
}

function messageUpTo(message: AssistantMessage, count: number): AssistantMessage {
	let room = count;
	const content = message.content.map((part) => {
		const allowed = Math.max(0, room);
		room -= partLength(part);
		// Cut when it is read: whoever follows `added` never looks at it, and cutting a long text copies it.
		if (part.type === "text") return withGetter(part, "text", () => whole(part.text, allowed));
		return part.type === "thinking" ? withGetter(part, "thinking", () => whole(part.thinking, allowed)) : part;
	});
	return { ...message, content };
}

function withGetter<Part extends object>(part: Part, name: keyof Part & string, get: () => string): Part {
	return Object.defineProperty({ ...part }, name, { get, enumerable: true, configurable: true });
}

/** Never half of a character. */
function whole(text: string, length: number): string {
	const isHalf = /[\ud800-\udbff]/.test(text.charAt(length - 1));
	return text.slice(0, isHalf ? length - 1 : length);
}
