import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "./io.ts";
import { errorDetails, writeLog } from "./log-file.ts";

/** Tells of a defect of ours in a line or two; where it comes from goes into a log. The terminal is the user's again. */
export async function reportCrash(error: unknown, host: Host, io: Pick<CliIo, "stderr">): Promise<void> {
	const message = error instanceof Error ? error.message : String(error);
	const path = await writeLog("crash", error, host).catch(() => undefined);
	const isDebugging = Boolean(host.env.DEBUG || host.env.PI_DEBUG);
	const rest = path === undefined || isDebugging ? `${errorDetails(error)}\n` : "";
	const where = path === undefined ? "" : ` Details: ${path}`;
	await io.stderr.write(`omp crashed, and the session is saved: ${message}\n${rest}${where.trim()}\n`);
}
