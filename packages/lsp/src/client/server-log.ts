import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

const maxLines = 200;
const maxLineChars = 500;

/** The last messages of a server, for people. */
export class ServerLog {
	#lines: string[] = [];

	add(text: string): void {
		// Only the beginning is shown, and a flood must cost little.
		this.#lines.push(oneLine(text.slice(0, maxLineChars * 2), maxLineChars));
		if (this.#lines.length > maxLines * 2) this.#lines = this.#lines.slice(-maxLines);
	}

	get text(): string {
		return this.#lines.slice(-maxLines).join("\n");
	}
}
