import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { detectImageType, type ImageType } from "@oh-my-pi/pi-natives/image/image";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { loadBytes } from "../../files/open/load-text.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import type { UrlRouter } from "../../urls/url-router.ts";
import { type AttachedImages, findAttached } from "./attached-images.ts";

export interface LoadImageOptions {
	readonly base: PathBase;
	readonly urls?: UrlRouter;
	readonly vision: { readonly attached: () => AttachedImages };
	readonly maxBytes: number;
}

export interface LoadedImage {
	readonly bytes: Uint8Array;
	/** By content; `undefined` for what is no image that models take. */
	readonly mimeType: ImageType | undefined;
	/** The file, or the address of the attachment. */
	readonly shown: string;
}

/** An image by path, internal URL, or as an attachment of the user's message. */
export async function loadImage(
	reference: string,
	options: LoadImageOptions,
	signal: AbortSignal,
): Promise<LoadedImage> {
	const attached = findAttached(reference, options.vision.attached());
	if (attached) {
		const bytes = Buffer.from(attached.image.data, "base64");
		if (bytes.length > options.maxBytes) throw tooLarge(bytes.length, options);
		return { bytes, mimeType: detectImageType(bytes), shown: attached.url };
	}
	const path = parseScheme(reference)
		? await fileBehind(reference, options, signal)
		: resolvePath(reference, options.base);
	const loaded = await loadBytes(path, { maxBytes: options.maxBytes, shown: reference });
	if (loaded.kind === "too-large") throw tooLarge(loaded.size, options);
	return { bytes: loaded.bytes, mimeType: detectImageType(loaded.bytes), shown: path };
}

async function fileBehind(url: string, { urls }: LoadImageOptions, signal: AbortSignal): Promise<string> {
	if (!urls) throw new ToolError(`Path '${url}' not found`);
	const { backingPath } = await urls.get(url).resolve(url, { signal });
	if (backingPath === undefined) throw new ToolError(`No file stands behind ${url}`);
	return backingPath;
}

function tooLarge(size: number, { maxBytes }: LoadImageOptions): ToolError {
	return new ToolError(`Image file too large: ${formatBytes(size)} exceeds ${formatBytes(maxBytes)} limit.`);
}
