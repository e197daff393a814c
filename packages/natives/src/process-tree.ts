import { sleep } from "@oh-my-pi/pi-utils/abort";

/** Ends a process group for good: asks first, then kills what is left. The group must have been started `detached`. */
export async function killProcessGroup(groupId: number, options: { graceMs: number }): Promise<void> {
	if (!signalGroup(groupId, "SIGTERM")) return;
	const stepMs = 10;
	for (let waitedMs = 0; waitedMs < options.graceMs; waitedMs += stepMs) {
		await sleep(stepMs);
		if (!signalGroup(groupId, 0)) return;
	}
	signalGroup(groupId, "SIGKILL");
}

/** False when nobody of the group is left. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-groupId, signal);
		return true;
	} catch {
		return false;
	}
}
