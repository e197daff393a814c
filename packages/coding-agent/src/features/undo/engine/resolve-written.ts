import { readlinkSync, realpathSync } from "node:fs";
import { type BytePath, pathBytes, toBytePath } from "../contract/node-state.ts";

/** As many links in a row as the system follows. */
const maxLinks = 40;

/** What a tool changes that writes to a path: itself, what it links to, and the folders that are missing above. Links on the way are followed. */
export function resolveWritten(path: string): BytePath[] {
	const found: BytePath[] = [];
	let at = toBytePath(path);
	for (let links = 0; links < maxLinks; links++) {
		const place = resolveFolder(at);
		if (!place) break;
		found.push(...place.missing, place.path);
		const target = readLink(place.path);
		if (target === undefined) break;
		at = (
			target.startsWith("/") ? target : `${place.path.slice(0, place.path.lastIndexOf("/"))}/${target}`
		) as BytePath;
	}
	return found;
}

function readLink(path: BytePath): BytePath | undefined {
	try {
		return toBytePath(readlinkSync(pathBytes(path), { encoding: "buffer" }));
	} catch {
		// Nothing there, or no link.
		return undefined;
	}
}

function resolveFolder(path: BytePath): { readonly path: BytePath; readonly missing: BytePath[] } | undefined {
	const slash = path.lastIndexOf("/");
	if (slash < 0) return undefined;
	const names = [path.slice(slash + 1)];
	for (let folder = path.slice(0, slash); ; ) {
		try {
			const real = toBytePath(realpathSync(pathBytes((folder || "/") as BytePath), { encoding: "buffer" }));
			let at: string = real === "/" ? "" : real;
			const missing: BytePath[] = [];
			for (const name of names.slice(0, -1)) {
				at = `${at}/${name}`;
				missing.push(at as BytePath);
			}
			return { path: `${at}/${names.at(-1)}` as BytePath, missing };
		} catch {
			if (folder === "") return undefined;
			const at = folder.lastIndexOf("/");
			names.unshift(folder.slice(at + 1));
			folder = folder.slice(0, at);
		}
	}
}
