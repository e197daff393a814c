import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";

/** How often more is revealed. */
export const revealEveryMs = 33;
/** Of what is waiting, one part in this many is revealed at a time: steady, and never far behind. */
const share = 6;
/** After the end everything is there within a quarter of a second. */
const stepsAfterEnd = 7;

/** Lets a reply that arrives in bursts appear evenly. */
export class SmoothReveal {
	#length: number;
	#revealed = 0;
	#lastStep: number | undefined;

	constructor(message: AssistantMessage) {
		this.#length = lengthOf(message);
	}

	/** More has arrived; with `ended` nothing else will. */
	update(message: AssistantMessage, ended: boolean): void {
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

	/** How many characters may be seen. */
	get revealed(): number {
		return this.#revealed;
	}
}

function lengthOf({ content }: AssistantMessage): number {
	return content.reduce((sum, part) => sum + partLength(part), 0);
}

/** The characters of a part that are revealed one after the other. */
export function partLength(part: AssistantMessage["content"][number]): number {
	if (part.type === "text") return part.text.length;
	return part.type === "thinking" ? part.thinking.length : 0;
}
