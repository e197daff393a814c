import { readFile, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { listFolder } from "@oh-my-pi/pi-tools/read/list-folder";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { CliError } from "../cli/usage-error.ts";

export interface PromptInput {
	/** Each is a prompt of its own, sent after the previous turn has ended. */
	readonly prompts: readonly string[];
	readonly images: readonly ImageContent[];
}

const imageTypes: Record<string, string> = {
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".gif": "image/gif",
	".webp": "image/webp",
};

/** Puts files, piped text and messages together the way the first prompt carries them. */
export async function readPromptInput(options: {
	host: Host;
	files: readonly string[];
	messages: readonly string[];
	piped: string;
}): Promise<PromptInput> {
	const { host, messages } = options;
	const attached = await Promise.all(options.files.map((file) => attach(file, host)));
	const blocks = attached.map(({ text }) => text).join("");
	const piped = options.piped.trim() === "" ? [] : [options.piped.trimEnd()];
	const [first, ...rest] = messages;
	const words = [...piped, ...(first === undefined ? [] : [first])].join("\n\n");
	const opening = blocks + words;
	return {
		prompts: opening === "" ? [] : [opening, ...rest],
		images: attached.flatMap(({ image }) => (image ? [image] : [])),
	};
}

async function attach(file: string, host: Host): Promise<{ text: string; image?: ImageContent }> {
	const path = resolve(host.cwd, file.replace(/^~(?=\/|$)/, host.home));
	const facts = await stat(path).catch(() => undefined);
	if (!facts) throw new CliError(`File not found: ${path}`);
	if (facts.isDirectory()) return { text: block(path, (await listFolder(path, host.now())).join("\n")) };
	const mimeType = imageTypes[extname(path).toLowerCase()];
	const bytes = await readFile(path);
	if (mimeType) {
		const image: ImageContent = { type: "image", data: bytes.toString("base64"), mimeType };
		return { text: `<file name="${path}">[Image: ${mimeType}]</file>\n`, image };
	}
	if (bytes.includes(0)) throw new CliError(`Cannot attach a binary file: ${path}`);
	return { text: block(path, bytes.toString("utf8")) };
}

function block(path: string, content: string): string {
	return `<file name="${path}">\n${content}\n</file>\n`;
}
