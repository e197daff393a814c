import { readdirSync, readFileSync } from "node:fs";
import { connectServer } from "../connect-server.ts";

/** Connects to servers that are closed or killed, as often as the argument says, and prints what is left of them. */

const result = '{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"small","version":"1"}}';
/** Has a child that would outlive it. */
const script = `sleep 600 & read -r line; echo '{"jsonrpc":"2.0","id":1,"result":${result}}'; cat >/dev/null`;

const atOnce = 25;
const mark = `CONNECT_CYCLES=${process.pid}`;
const env = { PATH: process.env.PATH, CONNECT_CYCLES: String(process.pid) };

async function cycle(isKilled: boolean): Promise<void> {
	const closed = Promise.withResolvers<string>();
	const server = await connectServer(
		{ name: "small", transport: "stdio", command: "sh", args: ["-c", script], env },
		{ clientInfo: { name: "test", version: "1" }, newId: () => "id", onClose: closed.resolve },
	);
	if (isKilled && server.pid !== undefined) {
		process.kill(server.pid, "SIGKILL");
		await closed.promise;
	}
	await server.close();
}

async function cycles(count: number): Promise<void> {
	for (let done = 0; done < count; done += atOnce) {
		await Promise.all(Array.from({ length: atOnce }, (_, index) => cycle(index % 2 === 0)));
	}
}

/** Processes with the variable of this run in their environment, whoever their parent is by now. */
function marked(): number {
	const isMarked = (name: string) => {
		try {
			return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, "utf8").includes(mark);
		} catch {
			// It has ended since.
			return false;
		}
	};
	return readdirSync("/proc").filter(isMarked).length;
}

function state() {
	Bun.gc(true);
	// Returns what is free to the system, so that only what is held counts.
	Bun.shrink();
	return {
		processes: marked(),
		descriptors: readdirSync("/proc/self/fd").length,
		megabytes: ownMegabytes(),
	};
}

/** Anonymous memory only (RssAnon): how many file-backed pages are resident is up to the kernel. */
function ownMegabytes(): number {
	const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
	return Number(kilobytes) / 1024;
}

/** Pipes are closed, and processes gone, a moment after the connection. */
async function settled(descriptors: number): Promise<ReturnType<typeof state>> {
	for (let wait = 0; wait < 100; wait++) {
		const now = state();
		if (now.descriptors <= descriptors && now.processes === 0) return leastOf(now);
		await Bun.sleep(100);
	}
	return state();
}

/** The allocator returns free memory with a delay, so the lowest of several samples counts; a leak stays. */
async function leastOf(first: ReturnType<typeof state>): Promise<ReturnType<typeof state>> {
	let least = first;
	for (let look = 0; look < 10; look++) {
		await Bun.sleep(100);
		const now = state();
		if (now.megabytes < least.megabytes) least = now;
	}
	return least;
}

const count = Number(process.argv[2] ?? 1000);
await cycles(count / 4);
const before = await settled(20);
await cycles(count);
console.log(JSON.stringify({ before, after: await settled(before.descriptors) }));
