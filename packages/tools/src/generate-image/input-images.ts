import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { loadImage } from "../formats/images/load-image.ts";
import type { GenerateImageDeps, GenerateImageParams } from "./generate-image.ts";
import { fromDataUrl, type InputImage } from "./providers/image-provider.ts";

const maxBytes = 35 * 1024 * 1024;

/** The images to change: files, attachments, or encoded in the call. */
export async function inputImages(
	inputs: NonNullable<GenerateImageParams["input"]>,
	deps: GenerateImageDeps,
	signal: AbortSignal,
): Promise<readonly InputImage[]> {
	const base = currentPlace(deps.workspace);
	const load = async (input: (typeof inputs)[number]): Promise<InputImage> => {
		const { path, data, mime_type: mimeType } = input;
		if ((path === undefined) === (data === undefined)) throw new ToolError("Each input needs either path or data");
		if (path === undefined) return fromData(data ?? "", mimeType);
		const { urls, vision } = deps;
		const loaded = await loadImage(path, { base, vision, maxBytes, ...(urls && { urls }) }, signal);
		if (!loaded.mimeType) throw new ToolError(`Not a PNG, JPEG, GIF or WebP image: ${path}`);
		return { data: Buffer.from(loaded.bytes).toString("base64"), mimeType: loaded.mimeType };
	};
	return Promise.all(inputs.map(load));
}

function fromData(data: string, mimeType: string | undefined): InputImage {
	const encoded = fromDataUrl(data);
	if (encoded) return encoded;
	if (!mimeType) throw new ToolError("input.data without a data URL needs mime_type");
	const bare = data.replace(/\s+/g, "");
	if (bare === "" || !/^[\w+/-]+={0,2}$/.test(bare)) throw new ToolError("input.data is not base64");
	return { data: bare, mimeType };
}
