import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "./io.ts";
import { errorDetails, writeLog } from "./log-file.ts";

/** Prints a crash in one or two lines and writes the stack trace to a log. The terminal must be restored before. */
export async function reportCrash(error: unknown, host: Host, io: Pick<CliIo, "stderr">): Promise<void> {
	const message = error instanceof Error ? error.message : String(error);
	const path = await writeLog("crash", error, host).catch(() => undefined);
	const isDebugging = Boolean(host.env.DEBUG || host.env.PI_DEBUG);
	const rest = path === undefined || isDebugging ? `${errorDetails(error)}\n` : "";
	const where = path === undefined ? "" : ` Details: ${path}`;
	await io.stderr.write(`omp crashed, and the session is saved: ${message}\n${rest}${where.trim()}\n`);
}
