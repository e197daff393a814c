import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/*
 * The launcher of a checkout looks, while we start, whether any source changed since we were built, and writes that to a file
 * beside us. If so, we hand over to it, for it to build again and start the new executable. Imported before anything else, so that
 * a defect in other modules cannot keep its fix from running.
 */
const dist = dirname(process.execPath);
const checkFile = `${dist}/tmp.check.${process.pid}`;
if (existsSync(checkFile) && isOutdated(checkFile)) {
	const launcher = `${dirname(dist)}/omp`;
	process.execve?.(launcher, [launcher, ...process.argv.slice(2)], { ...process.env, OMP_REBUILD: "1" });
}

/** Waits for the end of the file, a line with a dot. Before it are the sources that changed or are gone. */
function isOutdated(path: string): boolean {
	const deadline = performance.now() + 5000;
	const pause = new Int32Array(new SharedArrayBuffer(4));
	while (performance.now() < deadline) {
		const text = readFileSync(path, "latin1");
		if (text.endsWith(".\n")) {
			rmSync(path, { force: true });
			return text !== ".\n";
		}
		Atomics.wait(pause, 0, 0, 0.2);
	}
	// Whoever looked was killed.
	return false;
}
