import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { AtomFinder } from "@oh-my-pi/pi-tui/editing/atoms";

const marker = /\[Image #\d+, \d+x\d+\]/g;

/** Images that stand in the draft as a marker and go with it when it is sent. */
export class Attachments {
	readonly #images = new Map<string, ImageContent>();
	#nextNumber = 1;

	/** What to put into the text. */
	add(image: ImageContent, size: { readonly width: number; readonly height: number }): string {
		const text = `[Image #${this.#nextNumber++}, ${size.width}x${size.height}]`;
		this.#images.set(text, image);
		return text;
	}

	/** Those whose markers are in a text, in their order there. */
	imagesIn(text: string): ImageContent[] {
		return (text.match(marker) ?? []).flatMap((found) => this.#images.get(found) ?? []);
	}

	clear(): void {
		this.#images.clear();
		this.#nextNumber = 1;
	}

	readonly atoms: AtomFinder = (line) => {
		if (this.#images.size === 0) return [];
		return [...line.matchAll(marker)]
			.filter(([found]) => this.#images.has(found))
			.map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
	};
}
