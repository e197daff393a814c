import { appendFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { resolveDirectories } from "../directories.ts";
import { loadRedactor } from "../secrets/load-secrets.ts";

const keptLogs = 20;
/** Keeps a failure loop from filling the disk. */
const maxBytes = 1024 * 1024;
const logName = /^omp\.\d{4}-\d\d-\d\d\.\d+\.log$/;

export type LogKind = "crash" | "render" | "debug";

/** Appends to the log of this process and returns the file. Old logs are removed, secrets are redacted. */
export async function writeLog(kind: LogKind, error: unknown, host: Host, reason?: string): Promise<string> {
	const { logs: folder, agent: agentDir } = resolveDirectories(host);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, `omp.${new Date(host.now()).toISOString().slice(0, 10)}.${process.pid}.log`);
	const size = await stat(path).then(
		(facts) => facts.size,
		() => undefined,
	);
	if (size !== undefined && size > maxBytes) return path;
	const redact = await loadRedactor({ host, agentDir });
	await appendFile(path, `${redact(logLine(kind, error, host, reason))}\n`, { mode: 0o600 });
	if (size === undefined) await ignoreFailure(removeOld(folder), "old logs only use disk space");
	return path;
}

export function logLine(kind: LogKind, error: unknown, host: Pick<Host, "now" | "env">, reason?: string): string {
	const details = reason === undefined ? errorDetails(error) : `${reason}: ${errorDetails(error)}`;
	return `${new Date(host.now()).toISOString()} ${kind}: ${redacted(details, host.env)}`;
}

export function errorDetails(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Logs of recent processes, newest first. */
export async function recentLogs(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch(() => []);
	const found = await Promise.all(
		names
			.filter((name) => logName.test(name))
			.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
	);
	return found.sort((a, b) => b.at - a.at).map(({ path }) => path);
}

/** Values after words such as "token". */
const namedValues: readonly RegExp[] = [
	/(?<=\b(?:bearer|basic)\s+)[A-Za-z0-9+/=._~-]{8,}/gi,
	/(?<=\b(?:api[-_]?key|key|token|secret|password|authorization)["']?\s*[=:]\s*["']?)[^\s"'&,;]{8,}/gi,
];

/** Redacts values of variables named like secrets, and text that looks like one. */
export function redacted(text: string, env: Host["env"]): string {
	return namedValues.reduce((clean, shape) => clean.replace(shape, "[redacted]"), tokenRedactor(env)(text));
}

async function removeOld(folder: string): Promise<void> {
	const logs = (await readdir(folder)).filter((name) => logName.test(name)).sort();
	for (const name of logs.slice(0, -keptLogs)) await rm(join(folder, name), { force: true });
}
