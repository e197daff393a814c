import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { resolveDirectories } from "./directories.ts";

const keptLogs = 20;

/** Writes down what went wrong in this process, for whoever looks for the reason; gives the file. */
export async function writeLog(kind: "crash" | "render", error: unknown, host: Host): Promise<string> {
	const folder = resolveDirectories(host).logs;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const time = new Date(host.now()).toISOString();
	const path = join(folder, `omp.${time.slice(0, 10)}.${process.pid}.log`);
	await appendFile(path, `${time} ${kind}: ${errorDetails(error)}\n`, { mode: 0o600 });
	await ignoreFailure(removeOld(folder), "old logs only take room");
	return path;
}

export function errorDetails(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function removeOld(folder: string): Promise<void> {
	const logs = (await readdir(folder)).filter((name) => /^omp\.\d{4}-\d\d-\d\d\.\d+\.log$/.test(name)).sort();
	for (const name of logs.slice(0, -keptLogs)) await rm(join(folder, name), { force: true });
}
