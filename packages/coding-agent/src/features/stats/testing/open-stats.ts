import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SessionStats } from "../serve/session-stats.ts";

/** A home folder with sessions, and their numbers. */
export async function openStats(files: Readonly<Record<string, string>> = {}, now: () => number = Date.now) {
	const home = await workspace();
	const folders = { config: home.path, agent: home.file("agent"), sessions: home.file("agent/sessions") };
	const path = (name: string) => home.file(`agent/sessions/${name}`);
	const write = async (name: string, text: string) => {
		await mkdir(dirname(path(name)), { recursive: true });
		await writeFile(path(name), text);
	};
	for (const [name, text] of Object.entries(files)) await write(name, text);
	const stats = await SessionStats.open(folders, now);
	return {
		...{ home, folders, stats, write, path },
		async [Symbol.asyncDispose]() {
			await stats[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}
