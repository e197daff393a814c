import { normalize } from "node:path";
import { readRegularBytes } from "@oh-my-pi/pi-utils/read-regular-file";

const maxBytes = 200 * 1024 * 1024;
const block = 512;

/** Throws for an archive with an entry that would be written elsewhere, or a link that leads there. */
export async function checkArchive(path: string): Promise<void> {
	const packed = readRegularBytes(path, maxBytes);
	if (!packed) throw new Error(`No such file: ${path}`);
	let bytes: Uint8Array;
	try {
		bytes = Bun.gunzipSync(Uint8Array.from(packed));
	} catch {
		throw new Error(`${path} is not a gzipped archive`);
	}
	for (const { name, link } of entriesOf(bytes)) {
		if (leaves(name) || (link !== undefined && leaves(`${name}/../${link}`))) {
			throw new Error(`${path} has an entry that leaves its folder: ${name}`);
		}
	}
}

function leaves(name: string): boolean {
	const way = normalize(name);
	return way.startsWith("/") || way === ".." || way.startsWith("../") || name.includes("\0");
}

/** Names and link targets of a tar file, with long names of GNU and POSIX. */
function* entriesOf(bytes: Uint8Array): Generator<{ name: string; link: string | undefined }> {
	const decoder = new TextDecoder();
	const text = (start: number, length: number) =>
		decoder.decode(bytes.subarray(start, start + length)).split("\0", 1)[0] ?? "";
	let longName: string | undefined;
	let longLink: string | undefined;
	for (let at = 0; at + block <= bytes.length; ) {
		const size = Number.parseInt(text(at + 124, 12).trim() || "0", 8);
		const type = text(at + 156, 1);
		const own = text(at, 100);
		if (own === "" && size === 0) break;
		const body = at + block;
		if (type === "L") longName = text(body, size);
		else if (type === "K") longLink = text(body, size);
		else if (type === "x" || type === "g") {
			const record = decoder.decode(bytes.subarray(body, body + size));
			longName = /\d+ path=([^\n]*)\n/.exec(record)?.[1] ?? longName;
			longLink = /\d+ linkpath=([^\n]*)\n/.exec(record)?.[1] ?? longLink;
		} else {
			const prefix = text(at + 345, 155);
			const name = longName ?? (prefix === "" ? own : `${prefix}/${own}`);
			yield { name, link: type === "1" || type === "2" ? (longLink ?? text(at + 157, 100)) : undefined };
			[longName, longLink] = [undefined, undefined];
		}
		at = body + Math.ceil(size / block) * block;
	}
}
