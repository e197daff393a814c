import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";

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

	constructor(message: AssistantMessage) {
		this.#message = message;
		this.#length = lengthOf(message);
	}

	/** More has arrived; with `ended` nothing else will. */
	update(message: AssistantMessage, ended: boolean): void {
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
}

function lengthOf({ content }: AssistantMessage): number {
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
		if (part.type === "text") return { ...part, text: whole(part.text, allowed) };
		return part.type === "thinking" ? { ...part, thinking: whole(part.thinking, allowed) } : part;
	});
	return { ...message, content };
}

/** Never half of a character. */
function whole(text: string, length: number): string {
	const isHalf = /[\ud800-\udbff]/.test(text.charAt(length - 1));
	return text.slice(0, isHalf ? length - 1 : length);
}
