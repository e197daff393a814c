import { basename, join } from "node:path";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { SessionError } from "@oh-my-pi/pi-session/session-error";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

interface SavePorts {
	/** Where the session continues when its disk is full. */
	readonly rescueFolder: string;
	readonly warn: (message: string) => void;
}

/** Flushes the log. When the disk is full, continues in another folder; errors are reported and not thrown. */
export async function saveLog(log: SessionLog, ports: SavePorts): Promise<void> {
	try {
		await log.flush();
	} catch (error) {
		const message = errorMessage(error);
		const isReported = log.problems.some((problem) => problem.message === message);
		if (!isReported) ports.warn(message);
		if (error instanceof SessionError && error.kind === "disk-full") await goOnElsewhere(log, ports);
	}
}

async function goOnElsewhere(log: SessionLog, { rescueFolder, warn }: SavePorts): Promise<void> {
	if (log.file === undefined || log.file.startsWith(rescueFolder)) return;
	const file = join(rescueFolder, basename(log.file));
	if (await log.continueIn(file)) warn(`The session continues in ${file}`);
}
