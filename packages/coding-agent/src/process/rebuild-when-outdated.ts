import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

const dist = dirname(process.execPath);
const checkFile = `${dist}/tmp.check.${process.pid}`;
let isChecked = false;

/**
 * While the executable starts, the launcher of a checkout checks whether sources have changed since the build, and writes the
 * result to a file beside it. If so, exec the launcher, which rebuilds and starts the new executable. To be called when the
 * code of a command is loaded and before it does anything, so that the check has had that time, and before a failure is
 * reported, so that a bug cannot prevent its own fix from being built.
 */
export function rebuildWhenOutdated(): void {
	if (isChecked) return;
	isChecked = true;
	if (!existsSync(checkFile) || !isOutdated(checkFile)) return;
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
