import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { CliIo } from "../cli/io.ts";
import { resolveDirectories } from "./directories.ts";

const keptLogs = 20;

/** Tells of a defect of ours in a line or two; where it comes from goes into a log. The terminal is the user's again. */
export async function reportCrash(error: unknown, host: Host, io: Pick<CliIo, "stderr">): Promise<void> {
	const message = error instanceof Error ? error.message : String(error);
	const details = error instanceof Error ? (error.stack ?? message) : message;
	const path = await writeLog(details, host).catch(() => undefined);
	const isDebugging = Boolean(host.env.DEBUG || host.env.PI_DEBUG);
	const rest = path === undefined || isDebugging ? `${details}\n` : "";
	const where = path === undefined ? "" : ` Details: ${path}`;
	await io.stderr.write(`omp crashed, and the session is saved: ${message}\n${rest}${where.trim()}\n`);
}

async function writeLog(details: string, host: Host): Promise<string> {
	const folder = resolveDirectories(host).logs;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const time = new Date(host.now()).toISOString();
	const path = join(folder, `omp.${time.slice(0, 10)}.${process.pid}.log`);
	await appendFile(path, `${time} crash: ${details}\n`, { mode: 0o600 });
	await ignoreFailure(removeOld(folder), "old logs only take room");
	return path;
}

async function removeOld(folder: string): Promise<void> {
	const logs = (await readdir(folder)).filter((name) => /^omp\.\d{4}-\d\d-\d\d\.\d+\.log$/.test(name)).sort();
	for (const name of logs.slice(0, -keptLogs)) await rm(join(folder, name), { force: true });
}
