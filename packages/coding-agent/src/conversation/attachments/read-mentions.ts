import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import type { FileMentionMessage, MentionedFile } from "@oh-my-pi/pi-session/entry/message";
import { listFolder } from "@oh-my-pi/pi-tools/read/kinds/list-folder";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { fitBytes } from "../images/fit-images.ts";
import { findMentions } from "./find-mentions.ts";

export interface MentionPorts extends SecretPlaces {
	readonly cwd: string;
	readonly now: () => number;
	readonly resizesImages: boolean;
}

const guarded = "(not attached: it may hold keys or private text; the user is asked when read names it)";
const maxBytes = 100_000;
/** Nothing larger is read at all. */
const maxFileBytes = 32 * 1024 * 1024;
const imageTypes: Readonly<Record<string, string>> = {
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".gif": "image/gif",
	".webp": "image/webp",
};

/** Reads the existing files and folders that a text mentions with `@`; `undefined` when there are none. */
export async function readMentions(text: string, ports: MentionPorts): Promise<FileMentionMessage | undefined> {
	const read = await Promise.all(findMentions(text).map((path) => mentioned(path, ports)));
	const files = read.filter((file) => file !== undefined);
	return files.length === 0 ? undefined : { role: "fileMention", files, timestamp: ports.now() };
}

async function mentioned(requestedPath: string, ports: MentionPorts): Promise<MentionedFile | undefined> {
	const path = resolve(ports.cwd, requestedPath.replace(/^~(?=\/|$)/, ports.home));
	const facts = await stat(path).catch(() => undefined);
	// The prompt may be somebody else's, and the name a link of the project's.
	if (facts && isKeyFile(path, ports)) return { path, content: guarded };
	if (facts?.isDirectory()) return { path, content: (await listFolder(path, ports.now())).join("\n") };
	if (!facts?.isFile()) return undefined;
	const mimeType = imageTypes[extname(path).toLowerCase()];
	if (facts.size > maxFileBytes) return { path, content: tooLarge(facts.size) };
	const bytes = readable(path);
	if (!bytes) return undefined;
	if (mimeType) return image(path, bytes, mimeType, ports);
	if (bytes.subarray(0, 8000).includes(0)) return { path, content: `(binary file, ${bytes.length} bytes)` };
	return textFile(path, bytes);
}

function tooLarge(size: number): string {
	return `(${Math.ceil(size / 1024 / 1024)} MB, too large to attach; use read for parts of it)`;
}

/** An unreadable file is left out; the model will see the error when it reads it. */
function readable(path: string): Buffer | undefined {
	try {
		return readRegularBytes(path, maxFileBytes);
	} catch {
		return undefined;
	}
}

function textFile(path: string, bytes: Buffer): MentionedFile {
	const whole = bytes.toString("utf8");
	const lineCount = whole.split("\n").length;
	if (bytes.length <= maxBytes) return { path, content: whole, lineCount };
	const shown = bytes.subarray(0, maxBytes).toString("utf8").split("\n").slice(0, -1);
	const note = `[The first ${shown.length} of ${lineCount} lines. Use read for the rest.]`;
	return { path, content: [...shown, note].join("\n"), lineCount: shown.length };
}

async function image(path: string, bytes: Buffer, mimeType: string, ports: MentionPorts): Promise<MentionedFile> {
	const found = await fitBytes(bytes, {});
	const sent = found && ports.resizesImages ? found : { bytes, mimeType };
	const size = found ? `, ${found.original.width}x${found.original.height}` : "";
	const data = Buffer.from(sent.bytes).toString("base64");
	return { path, content: `[Image: ${mimeType}${size}]`, image: { type: "image", data, mimeType: sent.mimeType } };
}
