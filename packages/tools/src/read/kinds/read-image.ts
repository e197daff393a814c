import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { fitImage, imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { loadBytes } from "../../files/open/load-text.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";

const maxBytes = 20 * 1024 * 1024;
const maxSide = 2000;

/** An image for the model to look at, or what is known about it when another tool does the looking. */
export async function readImage(path: string, shown: string, deps: ReadDeps): Promise<ToolOutput<ReadDetails>> {
	const loaded = await loadBytes(path, { maxBytes, shown });
	if (loaded.kind === "too-large") {
		throw new ToolError(
			`Image '${shown}' is too large (${formatBytes(loaded.size)}; at most ${formatBytes(maxBytes)})`,
		);
	}
	const { bytes } = loaded;
	const details = { resolvedPath: path, fileSize: bytes.length };
	try {
		if (deps.images.inspectedElsewhere()) return { content: await metadata(bytes), details };
		const { mimeType, ...image } = await fitImage(bytes, {
			maxSide: deps.images.autoResize ? maxSide : Number.POSITIVE_INFINITY,
		});
		const lines = [`Read image file [${mimeType}]`];
		const { original } = image;
		if (original.width !== image.width) {
			const factor = (original.width / image.width).toFixed(2);
			const sizes = `original ${original.width}x${original.height}, displayed at ${image.width}x${image.height}`;
			lines.push(`[Image: ${sizes}. Multiply coordinates by ${factor} to map to original image.]`);
		}
		const text = { type: "text" as const, text: lines.join("\n") };
		if (deps.images.blocked)
			return {
				content: [{ ...text, text: `${text.text}\n[Images are not sent to models: images.blockImages is on]` }],
				details,
			};
		return { content: [text, { type: "image", data: Buffer.from(image.bytes).toString("base64"), mimeType }], details };
	} catch (error) {
		throw new ToolError(`Cannot decode image '${shown}': ${errorMessage(error)}`, {
			cause: error,
		});
	}
}

async function metadata(bytes: Uint8Array): Promise<string> {
	const { mimeType, width, height, channels, hasAlpha } = await imageFacts(bytes);
	return [
		`Image metadata`,
		`- MIME: ${mimeType}`,
		`- Bytes: ${bytes.length} (${formatBytes(bytes.length)})`,
		`- Size: ${width}x${height}`,
		`- Channels: ${channels}`,
		`- Alpha: ${hasAlpha ? "yes" : "no"}`,
		"",
		"Call inspect_image with this path to find out what it shows.",
	].join("\n");
}
