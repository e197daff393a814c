import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { WorkerRow } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { isRunning, startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";

/** Names a process for good: machine since its start, view of processes, number, start time, and something random. */
export function makeWorkerId(random: string): string {
	return [findPlace(), process.pid, startTimeOf(process.pid) ?? "0", random.slice(-8)].join(":");
}

/** True for a worker of this machine whose process is gone; other machines can only be waited for. */
export function isDead({ id, host }: Pick<WorkerRow, "id" | "host">): boolean {
	return host === hostname() && isDeadHere(id);
}

export function isDeadHere(id: string): boolean {
	const [place, pid, startedAt] = id.split(":");
	return place === findPlace() && startedAt !== undefined && !isRunning(Number(pid), startedAt);
}

/** Two machines may have one name, and two containers of one machine the same numbers of processes. */
function findPlace(): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim().slice(0, 8);
		return `${boot}-${/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? ""}`;
	} catch {
		// No Linux: its processes are told apart by their numbers alone.
		return "local";
	}
}
