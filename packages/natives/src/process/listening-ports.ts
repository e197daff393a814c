import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { listeningSockets } from "./listening-sockets.ts";
import { listProcesses } from "./process-list.ts";

/** Whether a process that `ancestor` has started, itself or through others, listens on a TCP port of this machine. */
export async function isListenedByChild(port: number, ancestor: number): Promise<boolean> {
	const listeners = process.platform === "linux" ? fromProc(port) : await fromLsof(port);
	if (listeners.length === 0) return false;
	const parents = new Map((await listProcesses()).map(({ pid, parentPid }) => [pid, parentPid]));
	return listeners.some((listener) => {
		let at = parents.get(listener);
		for (let steps = 0; at !== undefined && at > 1 && steps < maxDepth; steps++) {
			if (at === ancestor) return true;
			at = parents.get(at);
		}
		return false;
	});
}

const maxDepth = 1000;

function fromProc(port: number): number[] {
	const sockets = new Set(
		["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
			listeningSockets(readText(file)).flatMap((socket) => (socket.port === port ? [`socket:[${socket.inode}]`] : [])),
		),
	);
	if (sockets.size === 0) return [];
	const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
	return pids.filter((pid) => {
		try {
			return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readLink(`/proc/${pid}/fd/${fd}`)));
		} catch {
			// It has exited, or belongs to another user.
			return false;
		}
	});
}

function readText(file: string): string {
	try {
		return readFileSync(file, "latin1");
	} catch {
		// A kernel without IPv6.
		return "";
	}
}

function readLink(path: string): string {
	try {
		return readlinkSync(path);
	} catch {
		// It was closed meanwhile.
		return "";
	}
}

async function fromLsof(port: number): Promise<number[]> {
	try {
		const lsof = Bun.spawn(["lsof", "-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"], {
			stdout: "pipe",
			stderr: "ignore",
		});
		return (await new Response(lsof.stdout).text()).split("\n").filter(Boolean).map(Number);
	} catch {
		// Without lsof nobody can say; the user is asked instead.
		return [];
	}
}
