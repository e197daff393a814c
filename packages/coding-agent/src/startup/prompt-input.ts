import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { listFolder } from "@oh-my-pi/pi-tools/read/kinds/list-folder";
import { readRegularBytes, UnreadableFileError } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { fitBytes } from "../conversation/images/fit-images.ts";
import { CliError } from "../process/usage-error.ts";

export interface PromptInput {
	/** Each is sent as a separate prompt after the previous one has settled. */
	readonly prompts: readonly string[];
	readonly images: readonly ImageContent[];
	/** What of the first prompt the user typed, where the rest is from files and pipes. */
	readonly typed?: string;
	/** The only prompt joins a session of somebody else, and nothing is there without it. */
	readonly joins?: true;
}

const imageTypes: Record<string, string> = {
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".gif": "image/gif",
	".webp": "image/webp",
};

/** Combines files, stdin and messages into prompts. */
export async function readPromptInput(options: {
	host: Host;
	files: readonly string[];
	messages: readonly string[];
	piped: string;
	/** Whether to resize images; called only when there are some. */
	resizesImages: () => Promise<boolean>;
}): Promise<PromptInput> {
	const { host, messages } = options;
	const attached = await Promise.all(options.files.map((file) => attach(file, host, options.resizesImages)));
	const blocks = attached.map(({ text }) => text).join("");
	const piped = options.piped.trim() === "" ? [] : [options.piped.trimEnd()];
	const [first, ...rest] = messages;
	const words = [...piped, ...(first === undefined ? [] : [first])].join("\n\n");
	const typed = first ?? piped.join("");
	const opening = blocks + words;
	return {
		prompts: opening === "" ? [] : [opening, ...rest],
		images: attached.flatMap(({ image }) => (image ? [image] : [])),
		// A pipe alone is a prompt, beside one it is material.
		...(words !== typed || blocks !== "" ? { typed } : {}),
	};
}

async function attach(
	file: string,
	host: Host,
	resizesImages: () => Promise<boolean>,
): Promise<{ text: string; image?: ImageContent }> {
	const path = resolve(host.cwd, file.replace(/^~(?=\/|$)/, host.home));
	const facts = await stat(path).catch(() => undefined);
	if (!facts) throw new CliError(`File not found: ${path}`);
	if (facts.isDirectory()) return { text: block(path, (await listFolder(path, host.now())).join("\n")) };
	const mimeType = imageTypes[extname(path).toLowerCase()];
	const bytes = await attachedBytes(path);
	if (mimeType) {
		const { note, image } = await attachedImage(bytes, mimeType, await resizesImages());
		return { text: `<file name="${path}">[Image: ${note}]</file>\n`, image };
	}
	if (bytes.includes(0)) throw new CliError(`Cannot attach a binary file: ${path}`);
	return { text: block(path, bytes.toString("utf8")) };
}

const maxFileBytes = 32 * 1024 * 1024;
/** What a shell makes of `<(command)`: a pipe, but one that ends. */
const processSubstitution = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

async function attachedBytes(path: string): Promise<Buffer> {
	if (processSubstitution.test(path)) return Buffer.from(await limitedText(createReadStream(path), path));
	try {
		return readRegularBytes(path, maxFileBytes) ?? Buffer.alloc(0);
	} catch (error) {
		throw error instanceof UnreadableFileError ? new CliError(error.message) : error;
	}
}

/** Reads to the end, if that comes in time. */
export async function limitedText(chunks: AsyncIterable<Uint8Array>, name: string): Promise<string> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > maxFileBytes) throw new CliError(`${name} is larger than ${maxFileBytes / 1024 / 1024} MB`);
		pieces.push(chunk.slice());
	}
	return Buffer.concat(pieces).toString("utf8");
}

async function attachedImage(
	bytes: Buffer,
	mimeType: string,
	resizes: boolean,
): Promise<{ note: string; image: ImageContent }> {
	const found = await fitBytes(bytes, {});
	const sent = found && resizes ? found : { bytes, mimeType };
	const image: ImageContent = {
		type: "image",
		data: Buffer.from(sent.bytes).toString("base64"),
		mimeType: sent.mimeType,
	};
	if (!found) return { note: mimeType, image };
	const { original } = found;
	const note = `${original.mimeType}, ${original.width}x${original.height}`;
	const isChanged = resizes && (found.width !== original.width || found.height !== original.height);
	return { note: isChanged ? `${note}, shown at ${found.width}x${found.height}` : note, image };
}

function block(path: string, content: string): string {
	return `<file name="${path}">\n${content}\n</file>\n`;
}
