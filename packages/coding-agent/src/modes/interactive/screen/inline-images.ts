import type { Component } from "@oh-my-pi/pi-tui/component";
import type { ImageGallery } from "@oh-my-pi/pi-tui/image/image-gallery";
import type { ImageProtocol } from "@oh-my-pi/pi-tui/image/image-protocol";
import type { ImageSource } from "@oh-my-pi/pi-tui/image/image-source";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { terminalSettings } from "../../../settings/sections/screen/display.ts";
import { inlineImageSettings } from "../../../settings/sections/screen/images.ts";
import type { Settings } from "../../../settings/settings.ts";

export interface InlineImagesOptions {
	readonly theme: Theme;
	readonly settings: Settings;
	readonly protocol: ImageProtocol | undefined;
	readonly terminal: Pick<Terminal, "cellSize">;
	/** Ids are shared by all programs of a terminal. */
	readonly processId: number;
	requestRender(): void;
}

type ImageWidget = typeof import("@oh-my-pi/pi-tui/widgets/image").Image;

/** Pictures in the transcript. What draws them is loaded with the first one. */
export class InlineImages {
	readonly #options: InlineImagesOptions;
	#gallery: ImageGallery | undefined;
	#widget: ImageWidget | undefined;
	#loading: Promise<void> | undefined;

	constructor(options: InlineImagesOptions) {
		this.#options = options;
	}

	get gallery(): ImageGallery | undefined {
		return this.#gallery;
	}

	readonly component = (source: ImageSource): Component => {
		this.#loading ??= this.#load();
		let image: Component | undefined;
		const { theme } = this.#options;
		const waiting = [theme.muted("[Image]")];
		return {
			render: (width) => {
				image ??= this.#widget && new this.#widget(source, { theme, ...(this.#gallery && { gallery: this.#gallery }) });
				return image?.render(width) ?? waiting;
			},
			invalidate: () => image?.invalidate?.(),
		};
	};

	async #load(): Promise<void> {
		const [{ Image }, { ImageGallery }] = await Promise.all([
			import("@oh-my-pi/pi-tui/widgets/image"),
			import("@oh-my-pi/pi-tui/image/image-gallery"),
		]);
		const { settings, protocol, terminal, processId, requestRender } = this.#options;
		this.#widget = Image;
		this.#gallery = new ImageGallery({
			protocol: () => (settings.get(terminalSettings.showImages) ? protocol : undefined),
			cell: () => terminal.cellSize,
			maxImages: settings.get(inlineImageSettings.maxInlineImages),
			maxColumns: settings.get(inlineImageSettings.maxInlineImageColumns),
			maxRows: settings.get(inlineImageSettings.maxInlineImageRows),
			firstId: ((processId & 0xffff) << 8) + 1,
			onChange: requestRender,
		});
		requestRender();
	}
}
