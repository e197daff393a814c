import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { type FittedImage, fitImage } from "@oh-my-pi/pi-natives/image";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { imageSettings } from "../../settings/sections/images.ts";
import type { Settings } from "../../settings/settings.ts";

const maxSide = 2000;
const minSide = 200;

/** Images as they are sent to models: of a size that those take, unless the user wants them as they are. */
export async function fitImages(images: readonly ImageContent[], settings: Settings): Promise<ImageContent[]> {
	if (!settings.get(imageSettings.autoResize)) return [...images];
	return Promise.all(images.map((image) => fitted(image, {})));
}

/** The image as one model takes it. What cannot be decoded here is for the provider to judge. */
export async function fitted(image: ImageContent, options: { webp?: boolean }): Promise<ImageContent> {
	const found = await fitBytes(Buffer.from(image.data, "base64"), options);
	return found ? { ...image, data: Buffer.from(found.bytes).toString("base64"), mimeType: found.mimeType } : image;
}

export async function fitBytes(bytes: Uint8Array, options: { webp?: boolean }): Promise<FittedImage | undefined> {
	try {
		return await fitImage(bytes, { maxSide, minSide, ...options });
	} catch {
		return undefined;
	}
}

/** WebP is the smallest, but some engines cannot read it. */
export function takesWebp(model: Pick<Model, "imageInputDecoder">, env: Host["env"]): boolean {
	return env.OMP_NO_WEBP !== "1" && model.imageInputDecoder !== "stb";
}
