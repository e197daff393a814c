import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import script from "./guardian.sh" with { type: "text" };

/**
 * Lets a process, started `detached` and so with a group of its own, end when we do, however we do: a program that is killed cannot
 * clean up after itself. Returns what takes that back.
 */
export function endsWithUs(pid: number): () => void {
	tell(`+${pid}`);
	let isWatched = true;
	return () => {
		if (isWatched) tell(`-${pid}`);
		isWatched = false;
	};
}

/** Lets a folder of ours, given by its absolute path, be removed when we end. */
export function goesWithUs(folder: string): void {
	if (folder.startsWith("/") && !folder.includes("\n")) tell(folder);
}

function tell(line: string): void {
	if (process.platform === "win32") return;
	guardian ??= startGuardian();
	guardian(line);
}

type Guardian = (line: string) => void;

/** There is one of us, and so of this. */
let guardian: Guardian | undefined;

/** A shell that waits for our end of a pipe to close. It has a session of its own, for what ends us not to reach it. */
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
