import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { drawGallery } from "../../../modes/interactive/gallery/draw-gallery.ts";
import { galleryOptions } from "../../../modes/interactive/gallery/gallery-options.ts";
import { gallerySamples } from "../../../modes/interactive/gallery/gallery-samples.ts";
import { galleryTheme } from "../../../modes/interactive/gallery/gallery-theme.ts";

export interface ToolGalleryOptions {
	readonly width: number;
	readonly tool?: string;
	readonly state?: "streaming" | "running" | "done" | "failed";
	readonly isExpanded: boolean;
	readonly isPlain: boolean;
}

/** The names of the tools that can be drawn. */
export async function galleryTools(): Promise<readonly string[]> {
	return (await gallerySamples()).map(({ tool }) => tool);
}

/** Tool views of the interactive mode, as rows. */
export async function toolGallery(host: Host, options: ToolGalleryOptions): Promise<string[]> {
	const { isExpanded: expanded, isPlain, ...wanted } = options;
	const [theme, views, samples] = await Promise.all([
		galleryTheme(host, { isPlain }),
		loadToolViews(),
		gallerySamples(),
	]);
	return drawGallery({ ...wanted, samples, render: galleryOptions(theme, views, { expanded }) });
}
