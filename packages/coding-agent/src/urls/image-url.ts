import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { findAttached, type imageSchemes } from "@oh-my-pi/pi-tools/formats/images/attached-images";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";

export interface ImageSource {
	readonly attached: () => { readonly images: readonly ImageContent[]; readonly text: string };
	/** Where files of the session are kept; none for one in memory. */
	readonly folder: () => string | undefined;
}

/** `image://<n>`: an image that the user attached, as a file that can be read and copied. */
export function imageScheme(scheme: (typeof imageSchemes)[number], source: ImageSource): UrlScheme {
	return {
		scheme,
		async resolve(url) {
			const attached = source.attached();
			const found = findAttached(url, attached);
			if (!found) return { text: list(attached.images) };
			const backingPath = await saveImage(found.image, source.folder());
			return { text: "", backingPath, mutable: true };
		},
	};
}

function list(images: readonly ImageContent[]): string {
	if (images.length === 0) return "The user has attached no images.";
	return images
		.map(({ mimeType, data }, index) => `image://${index + 1}: ${mimeType}, ${Math.round((data.length * 3) / 4)} bytes`)
		.join("\n");
}

/** The same image is the same file. */
async function saveImage(
	{ data, mimeType }: { data: string; mimeType: string },
	folder: string | undefined,
): Promise<string> {
	const bytes = Buffer.from(data, "base64");
	const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
	const place = folder === undefined ? tmpdir() : join(folder, "attachments");
	const path = join(place, `omp-image-${hash}.${mimeType.replace(/^image\//, "").replace(/\W.*$/, "")}`);
	if (existsSync(path)) return path;
	await mkdir(place, { recursive: true });
	await atomicWrite(path, bytes);
	return path;
}
