import { startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";

/** Not for a process that was killed but whose parent has not noticed yet. */
export function isRunning(pid: number | undefined): boolean {
	return pid !== undefined && startTimeOf(pid) !== undefined;
}
