import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { errorDetails, writeLog } from "../log/log-file.ts";
import type { CliIo } from "../terminal/io.ts";

/** Prints a crash in one or two lines and writes the stack trace to a log. The terminal must be restored before. */
export async function reportCrash(error: unknown, host: Host, io: Pick<CliIo, "stderr">): Promise<void> {
	const message = errorMessage(error);
	const path = await writeLog("crash", error, host).catch(() => undefined);
	const isDebugging = Boolean(host.env.DEBUG || host.env.PI_DEBUG);
	const rest = path === undefined || isDebugging ? `${errorDetails(error)}\n` : "";
	const where = path === undefined ? "" : ` Details: ${path}`;
	await io.stderr.write(`omp crashed, and the session is saved: ${message}\n${rest}${where.trim()}\n`);
}
