import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";

/** Words as they stream in, told in whole lines; the first says who speaks. */
export class SpokenLines {
	readonly #write: (text: string) => void;
	#speaker: string | undefined;
	#hasBegun = false;
	/** The last line, until it is whole. */
	#rest = "";

	constructor(write: (text: string) => void) {
		this.#write = write;
	}

	hear(speaker: string, delta: string): void {
		if (this.#speaker !== speaker) this.finish();
		this.#speaker = speaker;
		this.#rest += delta;
		const end = this.#rest.lastIndexOf("\n");
		if (end === -1) return;
		const whole = this.#rest.slice(0, end);
		this.#rest = this.#rest.slice(end + 1);
		this.#tell(speaker, whole);
	}

	/** Tells what is left of the last line; whoever speaks next is named. */
	finish(): void {
		if (this.#speaker !== undefined && this.#rest.trim() !== "") this.#tell(this.#speaker, this.#rest);
		this.#rest = "";
		this.#speaker = undefined;
		this.#hasBegun = false;
	}

	#tell(speaker: string, text: string): void {
		this.#write(`${this.#hasBegun ? "" : `${speaker}: `}${plainText(text)}\n`);
		this.#hasBegun = true;
	}
}
