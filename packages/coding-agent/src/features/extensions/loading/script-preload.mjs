// Loaded before a script that an extension starts with `process.execPath`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

// What the script starts by this path is a script again; what it starts as `omp` is omp.
process.execPath = join(import.meta.dir, process.platform === "win32" ? "omp-script.cmd" : "omp-script");
delete process.env.BUN_BE_BUN;

const parent = process.ppid;
if (isMainThread) setInterval(endWithParent, 500).unref();

function endWithParent() {
	if (process.ppid === parent || isDetached()) return;
	setTimeout(() => process.kill(process.pid, "SIGKILL"), 2000).unref();
	process.kill(process.pid, "SIGTERM");
}

/** A child that was started `detached` leads its own process group and is meant to stay. */
function isDetached() {
	return processGroup() === process.pid;
}

function processGroup() {
	try {
		const stat = readFileSync("/proc/self/stat", "latin1");
		return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
	} catch {
		// Not Linux.
		return Number(Bun.spawnSync(["ps", "-o", "pgid=", "-p", String(process.pid)]).stdout.toString());
	}
}
