import { fitImage } from "@oh-my-pi/pi-natives/image/image";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { formatBytes } from "../output/format-bytes.ts";
import type { ImageService } from "../services/services.ts";
import type { WebAnswer } from "../services/web-access.ts";
import { type FetchedPage, parseContentType } from "./fetched-page.ts";

const maxInlineBytes = 300 * 1024;
/** Tried in turn until the copy is small enough. */
const sides = [1568, 1024, 768, 512];

/** An image for the model to look at, or what is known of it. */
export async function renderImage(answer: WebAnswer, images: ImageService): Promise<FetchedPage> {
	const { url, bytes } = answer;
	const contentType = parseContentType(answer);
	try {
		let fitted = await fitImage(bytes, { maxSide: sides[0] ?? 1568, maxBytes: maxInlineBytes });
		for (const maxSide of sides.slice(1)) {
			if (fitted.bytes.length <= maxInlineBytes) break;
			fitted = await fitImage(bytes, { maxSide, maxBytes: maxInlineBytes });
		}
		const { original, mimeType } = fitted;
		const text = `Image [${original.mimeType}], ${original.width}x${original.height}, ${formatBytes(bytes.length)}`;
		const page = { url, contentType, method: "image", notes: [] };
		if (images.blocked) return { ...page, notes: ["Images are not sent to models: images.blockImages is on"], text };
		if (images.inspectedElsewhere()) return { ...page, text };
		return { ...page, text, image: { data: Buffer.from(fitted.bytes).toString("base64"), mimeType } };
	} catch (error) {
		const cause = errorMessage(error);
		return { url, contentType, method: "failed", notes: [`Cannot decode the image: ${cause}`], text: "" };
	}
}
