import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";

/** Prints streamed text in whole lines; the first says who speaks. */
export class StreamedLines {
	readonly #write: (text: string) => void;
	#speaker: string | undefined;
	#isNamed = false;
	/** The last line, until it is complete. */
	#rest = "";

	constructor(write: (text: string) => void) {
		this.#write = write;
	}

	add(speaker: string, delta: string): void {
		if (this.#speaker !== speaker) this.finish();
		this.#speaker = speaker;
		this.#rest += delta;
		const end = this.#rest.lastIndexOf("\n");
		if (end === -1) return;
		const whole = this.#rest.slice(0, end);
		this.#rest = this.#rest.slice(end + 1);
		this.#print(speaker, whole);
	}

	/** Prints the rest of the last line; the next speaker is named again. */
	finish(): void {
		if (this.#speaker !== undefined && this.#rest.trim() !== "") this.#print(this.#speaker, this.#rest);
		this.#rest = "";
		this.#speaker = undefined;
		this.#isNamed = false;
	}

	#print(speaker: string, text: string): void {
		this.#write(`${this.#isNamed ? "" : `${speaker}: `}${plainText(text)}\n`);
		this.#isNamed = true;
	}
}
