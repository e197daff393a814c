import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";

/** The mode that the log records last: `none`, `plan`, `goal` and so on. Only one is in force at a time. */
export function currentMode(log: SessionLog): string {
	return lastModeChange(log)?.mode ?? "none";
}

/** Reads only this entry: a long session is opened without loading its messages. */
export function lastModeChange(log: SessionLog) {
	const last = log
		.path()
		.findLast(({ type }) => type === "mode_change")
		?.entry();
	return last?.type === "mode_change" ? last : undefined;
}
