import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { fitImage } from "@oh-my-pi/pi-natives/image";
import { imageSettings } from "../../settings/sections/images.ts";
import type { Settings } from "../../settings/settings.ts";

const maxSide = 2000;

/** Images as they are sent to models: shrunk to what those take, unless the user wants them as they are. */
export async function fitImages(images: readonly ImageContent[], settings: Settings): Promise<ImageContent[]> {
	if (!settings.get(imageSettings.autoResize)) return [...images];
	return Promise.all(images.map(fitted));
}

async function fitted(image: ImageContent): Promise<ImageContent> {
	const given = Buffer.from(image.data, "base64");
	try {
		const { bytes, mimeType } = await fitImage(given, { maxSide });
		return { ...image, data: Buffer.from(bytes).toString("base64"), mimeType };
	} catch {
		// What cannot be decoded here is for the provider to judge.
		return image;
	}
}
