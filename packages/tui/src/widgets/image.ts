import type { Component } from "../component.ts";
import type { ImageGallery } from "../image/image-gallery.ts";
import { type ImageSource, imageLabel } from "../image/image-source.ts";
import { plainText } from "../text/sanitize.ts";
import { truncateToWidth } from "../text/truncate.ts";
import type { Theme } from "../theme/theme.ts";

/** An image, or a text label where the terminal cannot draw it. */
export class Image implements Component {
	readonly #source: ImageSource;
	readonly #gallery: ImageGallery | undefined;
	readonly #label: string;
	readonly #theme: Theme;
	#fittedLabel: { readonly width: number; readonly text: string } | undefined;
	#fallback: readonly string[] = [];

	constructor(source: ImageSource, options: { readonly theme: Theme; readonly gallery?: ImageGallery | undefined }) {
		this.#source = source;
		this.#gallery = options.gallery;
		this.#theme = options.theme;
		this.#label = plainText(imageLabel(source)).replaceAll("\n", " ");
	}

	render(width: number): readonly string[] {
		if (this.#fittedLabel?.width !== width) {
			this.#fittedLabel = { width, text: this.#theme.muted(truncateToWidth(this.#label, width)) };
			this.#fallback = [this.#fittedLabel.text];
		}
		return this.#gallery?.drawRows(this.#source, width, this.#fittedLabel.text) ?? this.#fallback;
	}

	invalidate(): void {
		this.#fittedLabel = undefined;
	}
}
