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

/** The artifact folder of a log: its path without the extension. */
export function artifactsDirectoryOf(file: string): string {
	return file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : `${file}.artifacts`;
}

/** A name beside a session file that is not listed as a session. */
export function asideName(path: string, timestamp: string, what: "torn" | "quarantined" | "backup"): string {
	return `${path}.${timestamp.replace(/[:.]/g, "-")}.${what}`;
}

export function sessionsRoot(agentDir: string): string {
	return join(agentDir, "sessions");
}

/** The default session folder of a working directory. */
export function defaultSessionDirectory(host: Pick<Host, "home" | "env">, agentDir: string, cwd: string): string {
	const name = encodeCwd(canonicalPath(cwd), {
		home: canonicalPath(host.home),
		tempRoot: canonicalPath(tempRoot(host.env)),
	});
	return join(sessionsRoot(agentDir), fittingName(name));
}

/** The folder name for a working directory; all paths are absolute and without symlinks. */
export function encodeCwd(cwd: string, places: { readonly home: string; readonly tempRoot: string }): string {
	const belowHome = pathBelow(places.home, cwd);
	if (belowHome !== undefined) return `-${dashed(belowHome)}`;
	const belowTemp = pathBelow(places.tempRoot, cwd);
	if (belowTemp !== undefined) return belowTemp === "" ? "-tmp" : `-tmp-${dashed(belowTemp)}`;
	return `--${dashed(cwd.replace(/^[/\\]/, ""))}--`;
}

// File systems allow 255 bytes per name, which a deep folder would exceed.
function fittingName(name: string): string {
	if (Buffer.byteLength(name) <= 240) return name;
	return `${Buffer.from(name)
		.subarray(0, 200)
		.toString()
		.replace(/\uFFFD+$/, "")}-${new Bun.CryptoHasher("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** The path without symlinks; a missing one is only made absolute. */
export function canonicalPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// Sessions of a deleted folder are still looked up by its path.
		return resolve(path);
	}
}

function tempRoot(env: Host["env"]): string {
	return env.TMPDIR || env.TEMP || env.TMP || "/tmp";
}

/** `""` for the folder itself, `undefined` for a path outside. */
function pathBelow(folder: string, path: string): string | undefined {
	const below = relative(folder, path);
	if (below === "") return "";
	return below === ".." || /^\.\.[/\\]/.test(below) || isAbsolute(below) ? undefined : below;
}

function dashed(path: string): string {
	return path.replace(/[/\\:]/g, "-");
}
