import { realpathSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

const EXTENSION = ".jsonl";

/** `2026-11-15T02-36-32-437Z_01a1dd10-….jsonl` */
export function sessionFileName(timestamp: string, id: string): string {
	return `${timestamp.replace(/[:.]/g, "-")}_${id}${EXTENSION}`;
}

export function isSessionFileName(name: string): boolean {
	return name.endsWith(EXTENSION) && !name.startsWith(".");
}

/** The file name without folder and extension. */
export function sessionStem(file: string): string {
	const name = basename(file);
	return name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name;
}

/** The folder that belongs to a log: its path without the extension. */
export function artifactsDirectoryOf(file: string): string {
	return file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : `${file}.artifacts`;
}

/** A name beside a session file that no listing takes for a session. */
export function asideName(path: string, timestamp: string, what: "torn" | "quarantined" | "backup"): string {
	return `${path}.${timestamp.replace(/[:.]/g, "-")}.${what}`;
}

export function sessionsRoot(agentDir: string): string {
	return join(agentDir, "sessions");
}

/** Where the sessions of a folder live unless the user named a place. */
export function defaultSessionDirectory(host: Pick<Host, "home" | "env">, agentDir: string, cwd: string): string {
	const name = encodeCwd(canonicalPath(cwd), {
		home: canonicalPath(host.home),
		tempRoot: canonicalPath(tempRoot(host.env)),
	});
	return join(sessionsRoot(agentDir), fittingName(name));
}

/** The folder name for a working directory; all paths given are absolute and free of symlinks. */
export function encodeCwd(cwd: string, places: { readonly home: string; readonly tempRoot: string }): string {
	const belowHome = pathBelow(places.home, cwd);
	if (belowHome !== undefined) return `-${dashed(belowHome)}`;
	const belowTemp = pathBelow(places.tempRoot, cwd);
	if (belowTemp !== undefined) return belowTemp === "" ? "-tmp" : `-tmp-${dashed(belowTemp)}`;
	return `--${dashed(cwd.replace(/^[/\\]/, ""))}--`;
}

// File systems allow 255 bytes per name; a deep folder would otherwise have no place for its sessions.
function fittingName(name: string): string {
	if (Buffer.byteLength(name) <= 240) return name;
	return `${Buffer.from(name)
		.subarray(0, 200)
		.toString()
		.replace(/\uFFFD+$/, "")}-${new Bun.CryptoHasher("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** The path without symlinks; one that does not exist is only made absolute. */
export function canonicalPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// A folder that is gone still has a name to look its sessions up by.
		return resolve(path);
	}
}

function tempRoot(env: Host["env"]): string {
	return env.TMPDIR || env.TEMP || env.TMP || "/tmp";
}

/** `""` for the folder itself, `undefined` when the path is not in it. */
function pathBelow(folder: string, path: string): string | undefined {
	const below = relative(folder, path);
	if (below === "") return "";
	return below === ".." || /^\.\.[/\\]/.test(below) || isAbsolute(below) ? undefined : below;
}

function dashed(path: string): string {
	return path.replace(/[/\\:]/g, "-");
}
