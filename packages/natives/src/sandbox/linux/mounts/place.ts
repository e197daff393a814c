import { readFileSync, realpathSync, statSync } from "node:fs";

/** A file or folder that exists. */
export interface Place {
	/** Without links. */
	readonly path: string;
	readonly isFolder: boolean;
}

export function findPlace(path: string): Place | undefined {
	try {
		const resolved = realpathSync(path);
		return { path: resolved, isFolder: statSync(resolved).isDirectory() };
	} catch {
		// Missing, or not to be seen by this user: neither needs to be granted or covered.
		return undefined;
	}
}

export function findPlaces(paths: readonly string[]): Place[] {
	const places = new Map<string, Place>();
	for (const path of paths) {
		const place = findPlace(path);
		if (place) places.set(place.path, place);
	}
	return [...places.values()];
}

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
	return path === folder || isBelow(path, folder);
}

export function isBelow(path: string, folder: string): boolean {
	return folder === "/" ? path !== "/" : path.startsWith(`${folder}/`);
}

export function depthOf(path: string): number {
	return path === "/" ? 0 : path.split("/").length - 1;
}

/** The folders between two others, the outermost first. */
export function foldersBetween(outer: string, inner: string): string[] {
	const folders: string[] = [];
	for (let path = parentOf(inner); isBelow(path, outer); path = parentOf(path)) folders.unshift(path);
	return folders;
}

export function parentOf(path: string): string {
	return path.slice(0, Math.max(path.lastIndexOf("/"), 1));
}

/** Paths of the Unix sockets that processes of this machine listen on. */
export function listSockets(): string[] {
	try {
		return parseSockets(readFileSync("/proc/net/unix", "latin1"));
	} catch {
		// Without /proc nobody knows; the folders that sockets are usually in are covered anyway.
		return [];
	}
}

export function parseSockets(text: string): string[] {
	const paths = text.split("\n").flatMap((line) => /^\S+: \w+ \w+ \w+ \w+ \w+ +\d+ (\/.*)$/.exec(line)?.[1] ?? []);
	return [...new Set(paths)];
}
