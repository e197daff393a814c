import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The working directory of a session. The home folder is not a project, so a session started there uses a temporary folder. */
export function startFolder(
	host: Host,
	options: { readonly allowHome: boolean },
): { readonly host: Host; readonly notices: readonly string[] } {
	if (options.allowHome || !isSame(host.cwd, host.home)) return { host, notices: [] };
	const cwd = resolve(host.env.TMPDIR || host.env.TEMP || "/tmp");
	return {
		host: { ...host, cwd },
		notices: [`Started in the home folder, so omp uses ${cwd} instead. Use --allow-home to stay, or --cwd.`],
	};
}

function isSame(one: string, other: string): boolean {
	return resolve(one) === resolve(other) || realPath(one) === realPath(other);
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// A deleted folder cannot be resolved; use its path.
		return resolve(path);
	}
}
