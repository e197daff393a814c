import type { ResolvedCompat } from "../../compat/resolve.ts";
import type { ImageContent } from "../../message.ts";

export type WirePart =
	| { type: "text"; text: string; cache_control?: unknown }
	| { type: "image_url"; image_url: { url: string; detail?: string } };

export function imagePart(image: ImageContent, compat: ResolvedCompat): WirePart {
	const detail = image.detail === "original" && !compat.supportsImageDetailOriginal ? "auto" : image.detail;
	return {
		type: "image_url",
		image_url: { url: `data:${image.mimeType};base64,${image.data}`, ...(detail && { detail }) },
	};
}
