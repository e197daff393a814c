import { join, normalize } from "node:path";
import { gunzipSync } from "node:zlib";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";

const maxBytes = 200 * 1024 * 1024;
const maxUnpackedBytes = 256 * 1024 * 1024;
const block = 512;

/** Throws for an archive with an entry that would be written elsewhere, or a link that leads there. */
export async function checkArchive(path: string): Promise<void> {
	const packed = readRegularBytes(path, maxBytes);
	if (!packed) throw new Error(`No such file: ${path}`);
	for (const { name, link, isHard } of readEntries(unpacked(packed, path), path)) {
		if (leaves(name) || (link !== undefined && linkLeaves(name, link, isHard))) {
			throw new Error(`${path} has an entry that leaves its folder: ${visibleText(name)}`);
		}
	}
}

function unpacked(packed: Uint8Array, path: string): Uint8Array {
	try {
		return gunzipSync(packed, { maxOutputLength: maxUnpackedBytes });
	} catch (error) {
		const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
		throw new Error(`${path} ${isTooLarge ? "unpacks to more than 256 MB" : "is not a gzipped archive"}`);
	}
}

/** It must stay in the folder of the package, which is the first of every name. Hard links are named from the root. */
function linkLeaves(name: string, link: string, isHard: boolean): boolean {
	if (link.startsWith("/") || link.includes("\0")) return true;
	const within = (path: string) => normalize(path).split("/").slice(1).join("/");
	if (isHard) return leaves(link);
	const depth = within(name).split("/").length - 1;
	const way = normalize(join(...Array.from({ length: depth }, (_, index) => `folder${index}`), link));
	return leaves(way);
}

function leaves(name: string): boolean {
	const way = normalize(name);
	return way.startsWith("/") || way === ".." || way.startsWith("../") || name.includes("\0");
}

/** Names and link targets of a tar file, with long names of GNU and POSIX. */
function* readEntries(
	bytes: Uint8Array,
	path: string,
): Generator<{ name: string; link: string | undefined; isHard: boolean }> {
	const decoder = new TextDecoder();
	const text = (start: number, length: number) =>
		decoder.decode(bytes.subarray(start, start + length)).split("\0", 1)[0] ?? "";
	let longName: string | undefined;
	let longLink: string | undefined;
	for (let at = 0; at + block <= bytes.length; ) {
		const digits = text(at + 124, 12).trim();
		// Large sizes may be binary; no plugin is that large, and what follows could not be found.
		if (!/^[0-7]*$/.test(digits)) throw new Error(`${path} is broken: the size of an entry is no number`);
		const size = Number.parseInt(digits || "0", 8);
		const type = text(at + 156, 1);
		const shortName = text(at, 100);
		if (shortName === "" && size === 0) break;
		const body = at + block;
		if (type === "L") longName = text(body, size);
		else if (type === "K") longLink = text(body, size);
		else if (type === "x" || type === "g") {
			const record = decoder.decode(bytes.subarray(body, body + size));
			longName = /\d+ path=([^\n]*)\n/.exec(record)?.[1] ?? longName;
			longLink = /\d+ linkpath=([^\n]*)\n/.exec(record)?.[1] ?? longLink;
		} else {
			const prefix = text(at + 345, 155);
			const name = longName ?? (prefix === "" ? shortName : `${prefix}/${shortName}`);
			const isLink = type === "1" || type === "2";
			yield { name, link: isLink ? (longLink ?? text(at + 157, 100)) : undefined, isHard: type === "1" };
			[longName, longLink] = [undefined, undefined];
		}
		at = body + Math.ceil(size / block) * block;
	}
}
