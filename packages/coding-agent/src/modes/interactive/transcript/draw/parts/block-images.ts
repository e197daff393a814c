import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { TruncatedText } from "@oh-my-pi/pi-tui/widgets/truncated-text";
import type { RenderOptions } from "./block-view.ts";

const side = 1;

/** The pictures of a block, one below the other. */
export class BlockImages {
	readonly #images: readonly Component[];
	#drawn: { readonly parts: readonly (readonly string[])[]; readonly rows: readonly string[] } | undefined;

	constructor(images: readonly ImageContent[], name: string, { image, theme }: RenderOptions) {
		this.#images = images.map(({ mimeType, data }, index) => {
			const source = { name: images.length > 1 ? `${name} ${index + 1}` : name, mimeType, data };
			return image?.(source) ?? new TruncatedText(theme.muted(`[Image: ${source.name}]`));
		});
	}

	/** Rows and pictures below them; the same array while neither changes. */
	below(rows: readonly string[], width: number): readonly string[] {
		if (this.#images.length === 0) return rows;
		const parts = [rows, ...this.#images.map((image) => image.render(Math.max(1, width - 2 * side)))];
		const isSame =
			this.#drawn?.parts.length === parts.length && parts.every((part, at) => part === this.#drawn?.parts[at]);
		if (!isSame || !this.#drawn) {
			const pictures = parts.slice(1).flatMap((part) => part.map((row) => (row === "" ? "" : " ".repeat(side) + row)));
			this.#drawn = { parts, rows: [...rows, ...pictures] };
		}
		return this.#drawn.rows;
	}

	invalidate(): void {
		for (const image of this.#images) image.invalidate?.();
	}
}
