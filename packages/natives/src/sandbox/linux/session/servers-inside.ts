import { readdirSync, readFileSync } from "node:fs";
import { listChildren, programName } from "../../../process/child-processes.ts";
import { listeningSockets } from "../../../process/listening-sockets.ts";
import type { InternetFamily } from "../network/foreign-network.ts";
import { findHolder } from "./holder.ts";

/**
 * The TCP ports that programs in the box of a session listen on, and how their loopback is reached. Asked from outside. The kernel goes
 * through all connections of the machine for it, which takes some 10 ms where there is room for many.
 */
export function serversInside(sharedFolder: string): ReadonlyMap<number, InternetFamily> {
	const holder = findHolder(sharedFolder);
	if (holder === undefined) return new Map();
	const reached = (file: "tcp" | "tcp6") =>
		listeningSockets(readNet(holder, file)).flatMap(({ address, port }) => {
			const family = reachedBy.get(address);
			return family ? [[port, family] as const] : [];
		});
	// Where both are listened on, IPv4.
	return new Map([...(countSockets(holder, "sockstat6") === "0" ? [] : reached("tcp6")), ...reached("tcp")]);
}

/** How many TCP sockets are in use in the box of a session. Cheap; what `serversInside` says can only change when this does, or two things happen at once. */
export function socketsInside(sharedFolder: string): string {
	const holder = findHolder(sharedFolder);
	if (holder === undefined) return "none";
	return `${countSockets(holder, "sockstat")} ${countSockets(holder, "sockstat6")}`;
}

function countSockets(pid: number, file: "sockstat" | "sockstat6"): string | undefined {
	return /^TCP6?: inuse (\d+)/m.exec(readNet(pid, file))?.[1];
}

/** Whether something runs in the boxes of a session that this process has entered, other than shells that wait for a command. */
export function hasProgramsInside(sharedFolder: string): boolean {
	const holder = findHolder(sharedFolder);
	if (holder === undefined) return false;
	// What a program left behind when it ended belongs to the holder.
	if (listChildren(holder).length > 0) return true;
	return listPrograms().some((pid) => !shells.has(programName(pid)) || listChildren(pid).length > 0);
}

/** Differs from an earlier answer whenever a program in the boxes of a session has run in between, however shortly. */
export function activityInside(sharedFolder: string): string {
	const holder = findHolder(sharedFolder);
	const pids = [...listPrograms(), ...(holder === undefined ? [] : listChildren(holder))];
	const times: string[] = [];
	// What they have started is added on the way.
	for (let index = 0; index < pids.length; index++) {
		const pid = pids[index] ?? 0;
		for (const task of namesIn(`/proc/${pid}/task`)) {
			times.push(`${task} ${readText(`/proc/${pid}/task/${task}/schedstat`).split(" ")[0]}`);
			// Each thread has children of its own.
			pids.push(...readText(`/proc/${pid}/task/${task}/children`).split(" ").map(Number).filter(Boolean));
		}
	}
	return times.join(",");
}

/** What this process has started in boxes. */
function listPrograms(): number[] {
	return listChildren(process.pid)
		.filter((pid) => programName(pid) === waiter)
		.flatMap(listChildren);
}

const waiter = "omp-box";
const shells: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "fish"]);

/** Every address, loopback, and loopback of IPv4 within IPv6. A network of its own has no others that matter. */
const reachedBy: ReadonlyMap<string, InternetFamily> = new Map([
	["00000000", "ipv4"],
	["0100007F", "ipv4"],
	["00000000000000000000000000000000", "ipv6"],
	["00000000000000000000000001000000", "ipv6"],
	["0000000000000000FFFF00000100007F", "ipv4"],
]);

const readNet = (pid: number, file: string) => readText(`/proc/${pid}/net/${file}`);

function readText(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		// A kernel without IPv6, or the process or box has just ended.
		return "";
	}
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		// The process has just ended.
		return [];
	}
}
