import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { once } from "@oh-my-pi/pi-utils/once";
import script from "./guardian.sh" with { type: "text" };

/**
 * Kills a process when omp exits, even by SIGKILL. The process must be started `detached`, so that it has its own
 * process group. Returns a function that unregisters it.
 */
export function killOnExit(pid: number): () => void {
	tell(`+${pid}`);
	let isWatched = true;
	return () => {
		if (isWatched) tell(`-${pid}`);
		isWatched = false;
	};
}

/**
 * Kills processes that have a variable in their environment when omp exits: also those that began a session of their own, and
 * so left the group of their shell. Linux only.
 */
export function killMarkedOnExit(name: string, value: string): void {
	if (/^\w+$/.test(name) && /^[\w.-]+$/.test(value)) tell(`=${name}=${value}`);
}

/** Removes a folder, given by its absolute path, when omp exits. */
export function removeOnExit(folder: string): void {
	if (folder.startsWith("/") && !folder.includes("\n")) tell(folder);
}

function tell(line: string): void {
	if (process.platform === "win32") return;
	guardian()(line);
}

type Guardian = (line: string) => void;

/** One per process. */
const guardian = once(startGuardian);

/** A shell that waits until our end of a pipe closes. Its own session protects it from signals sent to us. */
function startGuardian(): Guardian {
	const child = Bun.spawn(["/bin/sh", "-c", script], {
		cwd: "/",
		env: { PATH: "/usr/bin:/bin" },
		stdin: "pipe",
		stdout: "ignore",
		stderr: "ignore",
		detached: true,
	});
	child.unref();
	return (line) => {
		void ignoreFailure(() => {
			child.stdin.write(`${line}\n`);
			return child.stdin.flush();
		}, "without the guardian, child processes are still killed on a regular exit");
	};
}
