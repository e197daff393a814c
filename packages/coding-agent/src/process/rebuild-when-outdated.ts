import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/*
 * While the executable starts, the launcher of a checkout checks whether sources have changed since the build, and writes the
 * result to a file beside it. If so, exec the launcher, which rebuilds and starts the new executable. Must be imported first,
 * so that a bug in another module cannot prevent its own fix from being built.
 */
const dist = dirname(process.execPath);
const checkFile = `${dist}/tmp.check.${process.pid}`;
if (existsSync(checkFile) && isOutdated(checkFile)) {
	const launcher = `${dirname(dist)}/omp`;
	process.execve?.(launcher, [launcher, ...process.argv.slice(2)], { ...process.env, OMP_REBUILD: "1" });
}

/** Waits for the final line, a dot. The lines before it are changed or deleted sources. */
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
	// The launcher's check was killed.
	return false;
}
