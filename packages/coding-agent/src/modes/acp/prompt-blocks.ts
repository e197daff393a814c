import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk/unstable";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";

export interface PromptParts {
	readonly text: string;
	readonly images: readonly ImageContent[];
}

/** What the client sent, as the text and the images of a prompt; blocks are separated by blank lines. */
export function promptParts(blocks: readonly ContentBlock[]): PromptParts {
	const parts = blocks.map(convertBlock);
	return {
		text: parts.flatMap((part) => (typeof part === "string" && part !== "" ? [part] : [])).join("\n\n"),
		images: parts.flatMap((part) => (typeof part === "string" ? [] : [part])),
	};
}

function convertBlock(block: ContentBlock): string | ImageContent {
	switch (block.type) {
		case "text":
			return block.text;
		case "image":
			return imageOf(block.data, block.mimeType);
		case "resource_link":
			return linkText(block);
		case "resource": {
			const { resource } = block;
			if ("text" in resource) return resource.text;
			const { mimeType, uri } = resource;
			return mimeType?.startsWith("image/") ? imageOf(resource.blob, mimeType) : linkText({ name: uri, uri });
		}
		case "audio":
			throw RequestError.invalidParams({ details: "Audio is not supported in prompts" }, "Audio is not supported");
	}
}

function imageOf(data: string, mimeType: string): ImageContent {
	return { type: "image", data: data.replace(/^data:[^,]*,/, ""), mimeType };
}

/** A file is read as after `@`; anything else is only named. */
function linkText({ name, uri }: { readonly name: string; readonly uri: string }): string {
	const path = localPath(uri);
	if (path === undefined || path.includes('"') || path.includes("\n")) return name === uri ? uri : `${name} (${uri})`;
	return `@"${path}"`;
}

function localPath(uri: string): string | undefined {
	if (isAbsolute(uri)) return uri;
	try {
		const url = new URL(uri);
		return url.protocol === "file:" ? fileURLToPath(url) : undefined;
	} catch {
		// Neither a path nor an address.
		return undefined;
	}
}
