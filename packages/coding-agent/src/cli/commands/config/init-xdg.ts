import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type ConfigContext, printJson } from "./config-context.ts";

const places = [
	["XDG_DATA_HOME", ".local/share"],
	["XDG_STATE_HOME", ".local/state"],
	["XDG_CACHE_HOME", ".cache"],
] as const;

/** Creates omp's folders under the XDG base directories; existing files are not moved. */
export async function initXdg(
	{ host, io, json }: ConfigContext,
	platform: NodeJS.Platform = process.platform,
): Promise<number> {
	if (platform !== "linux" && platform !== "darwin") {
		await io.stderr.write("XDG folders are used on Linux and macOS only\n");
		return 1;
	}
	const folders = places.map(([variable, usual]) => join(host.env[variable] || join(host.home, usual), "omp"));
	const created: string[] = [];
	for (const folder of folders) {
		// `mkdir` returns the first folder created, or undefined if it existed.
		if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) created.push(folder);
	}
	if (json) await printJson(io, { folders, created });
	else
		for (const folder of folders)
			await io.stdout.write(`${created.includes(folder) ? "Created" : "Exists"} ${folder}\n`);
	return 0;
}
