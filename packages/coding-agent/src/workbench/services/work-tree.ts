import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { gitWorkTree } from "@oh-my-pi/pi-policy/work-tree/git-work-tree";
import type { WorkTree } from "@oh-my-pi/pi-policy/work-tree/work-tree";

/** The tree of a local repository. Git does not run in one whose settings the user did not agree to. */
export function localWorkTree(
	isUntrusted: (folder: string) => boolean | Promise<boolean>,
	env: Readonly<Record<string, string | undefined>>,
): WorkTree {
	return gitWorkTree({
		async git(args, folder) {
			if (await isUntrusted(folder)) return undefined;
			try {
				const { code, stdout } = await runGit(args, { cwd: folder, env, timeoutMs });
				return { code, stdout: stdout.toString() };
			} catch {
				// There is no git: nothing can be told.
				return undefined;
			}
		},
	});
}

const timeoutMs = 5000;
