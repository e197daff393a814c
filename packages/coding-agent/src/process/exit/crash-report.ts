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
	const what = extensionPlace(error);
	const who = what === undefined ? "omp crashed" : `The extension ${what} did not catch an error, which ends omp`;
	await io.stderr.write(`${who}, and the session is saved: ${message}\n${rest}${where.trim()}\n`);
}

/** `/path/x.ts:3` when an error was thrown in an extension. */
function extensionPlace(error: unknown): string | undefined {
	const [first = ""] = errorDetails(error).match(/^ +at .*/m) ?? [];
	const [, path, line] = /([^\s(]+)\?omp-extension=\d+:(\d+)/.exec(first) ?? [];
	return path === undefined ? undefined : `${path}:${line}`;
}
