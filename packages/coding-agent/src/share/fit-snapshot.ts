import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { fitImage } from "@oh-my-pi/pi-natives/image/image";
import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import type { ExportedPage } from "../export/export-html.ts";
import { type SealedSession, seal } from "./seal.ts";

/** Upload limits, sealed. */
export const maxServerBytes = 1_000_000;
export const maxGistBytes = 5_000_000;
const imageSides = [1000, 400] as const;
const textLimits = [32_000, 8000, 2000, 512] as const;

/** Seals a session within the limit: shrinks images, then drops them, then truncates texts, then drops the oldest entries. */
export async function sealedSnapshot(page: ExportedPage, limit = maxServerBytes): Promise<SealedSession> {
	let sealed = await seal(JSON.stringify(page));
	const fits = async (candidate: unknown) => {
		sealed = await seal(JSON.stringify(candidate));
		return sealed.bytes.length <= limit;
	};
	if (sealed.bytes.length <= limit) return sealed;
	for (const side of imageSides) {
		if (await fits(await mapImages(page, (image) => shrunk(image, side)))) return sealed;
	}
	const lean = (await mapImages(page, async () => leftOut)) as ExportedPage;
	for (const length of [Number.POSITIVE_INFINITY, ...textLimits]) {
		if (await fits(mapTexts(lean, (text) => shortened(text, length)))) return sealed;
	}
	let { entries } = lean;
	while (entries.length > 0) {
		entries = entries.slice(Math.ceil(entries.length / 4));
		if (await fits(mapTexts({ ...lean, entries }, (text) => shortened(text, textLimits[3])))) return sealed;
	}
	return sealed;
}

const leftOut = { type: "text", text: "[image left out]" };

/** Replaces every image in a value. */
async function mapImages(value: unknown, change: (image: ImageContent) => Promise<unknown>): Promise<unknown> {
	if (Array.isArray(value)) return Promise.all(value.map((item) => mapImages(item, change)));
	if (typeof value !== "object" || value === null) return value;
	if (isImage(value)) return change(value);
	const changed = Object.entries(value).map(async ([name, item]) => [name, await mapImages(item, change)] as const);
	return Object.fromEntries(await Promise.all(changed));
}

function isImage(value: object): value is ImageContent {
	return "type" in value && value.type === "image" && "data" in value && typeof value.data === "string";
}

async function shrunk(image: ImageContent, maxSide: number): Promise<unknown> {
	try {
		const { bytes, mimeType } = await fitImage(Buffer.from(image.data, "base64"), { maxSide, webp: true });
		return { ...image, data: Buffer.from(bytes).toString("base64"), mimeType };
	} catch {
		// An image that cannot be decoded cannot be shrunk or shown.
		return leftOut;
	}
}

function shortened(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length)}… [${text.length - length} characters left out]`;
}
