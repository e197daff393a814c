import type { MarkdownStyle } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { drawMermaid } from "@oh-my-pi/pi-tui/mermaid/draw-mermaid";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

interface DiagramParts {
	readonly theme: Theme;
	readonly isOn: () => boolean;
	/** Blocks that were shown as code can be drawn now. */
	readonly onLoad: () => void;
}

/** Draws mermaid blocks; its code is loaded with the first one. */
export class Diagrams {
	readonly #parts: DiagramParts;
	#draw: typeof drawMermaid | undefined;
	#isLoading = false;

	constructor(parts: DiagramParts) {
		this.#parts = parts;
	}

	readonly draw: NonNullable<MarkdownStyle["diagram"]> = (source, width) => {
		const { theme, isOn } = this.#parts;
		if (!isOn()) return undefined;
		this.load();
		return this.#draw?.(source, width, theme);
	};

	load(): void {
		if (this.#isLoading) return;
		this.#isLoading = true;
		const loading = import("@oh-my-pi/pi-tui/mermaid/draw-mermaid").then((module) => {
			this.#draw = module.drawMermaid;
			this.#parts.onLoad();
		});
		void ignoreFailure(loading, "the block is shown as code");
	}
}
