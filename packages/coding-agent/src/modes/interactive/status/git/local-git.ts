import { watch } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/read-regular-file";
import { isGitUntrusted } from "../../../../trust/git-claim.ts";
import type { TrustGate } from "../../../../trust/trust-gate.ts";
import { type GitState, parseGitState } from "./git-state.ts";
import type { GitPorts } from "./git-watch.ts";

const timeoutMs = 20_000;
const watchedFiles = new Set(["HEAD", "index"]);

/** The repository of a folder, as the user's own git sees it. */
export function localGit(
	env: Readonly<Record<string, string | undefined>>,
	now: () => number,
	gate: (folder: string) => TrustGate,
): GitPorts {
	// A look must not make anybody wait who is changing the repository.
	const quiet = { ...env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
	const git = async (folder: string, ...args: string[]) => {
		const child = Bun.spawn(["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", ...args], {
			cwd: folder,
			env: quiet,
			stdin: "ignore",
			stdout: "pipe",
			stderr: "ignore",
			timeout: timeoutMs,
		});
		return new Response(child.stdout).text();
	};
	return {
		now,
		read: async (folder) => {
			// Git would run what the repository's own configuration names.
			if (isGitUntrusted(gate(folder))) return headOf(gate(folder).project.root);
			return parseGitState(await git(folder, "status", "--porcelain=v2", "--branch"));
		},
		async watch(folder, onChange) {
			const path = (await git(folder, "rev-parse", "--absolute-git-dir")).trim();
			if (path === "") return () => {};
			const watcher = watch(path, { persistent: false }, (_event, name) => {
				if (name !== null && watchedFiles.has(name)) onChange();
			});
			// The repository is gone: there is nothing to watch any more.
			watcher.on("error", () => watcher.close());
			return () => watcher.close();
		},
		after(delayMs, act) {
			const timer = setTimeout(act, delayMs);
			timer.unref();
			return () => clearTimeout(timer);
		},
	};
}

/** The branch alone, without running git. */
function headOf(root: string): GitState | undefined {
	const head = readRegularFile(join(root, ".git", "HEAD"), 4096)?.trim();
	if (head === undefined) return undefined;
	const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 7);
	return { branch, staged: 0, modified: 0, untracked: 0, ahead: 0, behind: 0 };
}
