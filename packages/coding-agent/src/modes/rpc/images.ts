import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { type Field, FieldError, isRecord } from "./fields.ts";

/** An image as a host may write it: `data` and `mimeType`, or a `source` as some APIs have it. */
export const image: Field<ImageContent> = {
	read(value, name) {
		if (!isRecord(value) || value.type !== "image") throw new FieldError(`${name} must be an image block`);
		const { source } = value;
		const given = isRecord(source) ? { data: source.data, mimeType: source.mediaType ?? source.media_type } : value;
		const place = isRecord(source) ? `${name}.source` : name;
		if (typeof given.data !== "string" || given.data === "")
			throw new FieldError(`${place}.data must be a base64 text`);
		if (typeof given.mimeType !== "string" || !given.mimeType.startsWith("image/")) {
			throw new FieldError(`${place}.${isRecord(source) ? "mediaType" : "mimeType"} must name an image type`);
		}
		return { type: "image", data: given.data.replace(/^data:[^,]*,/, ""), mimeType: given.mimeType };
	},
};
