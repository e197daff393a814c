import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { RequestError } from "./format.ts";

/** An image that came as a `data:` URL. Others are not fetched: the gateway would ask whatever a client names. */
export function imageOfUrl(url: string, path: string): ImageContent {
	const match = /^data:(image\/[a-z0-9.+-]+);base64,/i.exec(url.slice(0, 100));
	if (!match?.[1])
		throw new RequestError(`${path}: send images as data:image/…;base64,… (the gateway fetches nothing)`);
	return { type: "image", mimeType: match[1].toLowerCase(), data: url.slice(match[0].length) };
}
