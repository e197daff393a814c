import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { type FittedImage, fitImage } from "@oh-my-pi/pi-natives/image/image";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { imageSettings } from "../../settings/sections/screen/images.ts";
import type { Settings } from "../../settings/settings.ts";

const maxSide = 2000;
const minSide = 200;

/** Resizes images to what models accept, unless the setting is off. */
export async function fitImages(images: readonly ImageContent[], settings: Settings): Promise<ImageContent[]> {
	if (!settings.get(imageSettings.autoResize)) return [...images];
	return Promise.all(images.map((image) => fitted(image, {})));
}

/** Resizes one image; one that cannot be decoded is sent unchanged. */
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

/** WebP is smallest, but some inference engines cannot decode it. */
export function takesWebp(model: Pick<Model, "imageInputDecoder">, env: Host["env"]): boolean {
	return env.OMP_NO_WEBP !== "1" && model.imageInputDecoder !== "stb";
}
