import { watch } from "node:fs";
import { join } from "node:path";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isGitUntrusted } from "../../../../trust/git/git-trust.ts";
import { findGitDir } from "../../../../trust/project.ts";
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
	return {
		now,
		read: async (folder) => {
			// Git would run what the repository's own configuration names.
			if (await isGitUntrusted(gate(folder), env)) return readHead(gate(folder).project.root);
			// Git would run a git of its own in each submodule, to which none of our options apply.
			const args = ["status", "--porcelain=v2", "--branch", "--ignore-submodules=dirty"];
			const { stdout } = await runGit(args, { cwd: folder, env, timeoutMs });
			return parseGitState(stdout.toString("utf8"));
		},
		async watch(folder, onChange) {
			const path = findGitDir(gate(folder).project.root);
			if (path === undefined) return () => {};
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
function readHead(root: string): GitState | undefined {
	const gitDir = findGitDir(root);
	const head = gitDir && readRegularFile(join(gitDir, "HEAD"), 4096)?.trim();
	if (!head) return undefined;
	const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 7);
	return { branch, staged: 0, modified: 0, untracked: 0, ahead: 0, behind: 0 };
}
