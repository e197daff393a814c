import { isAbsolute, join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The folder of all workspaces: the setting `worktree.base`, or `~/.omp/wt`. */
export function workspaceBase(setting: string | undefined, { home, env }: Pick<Host, "home" | "env">): string {
	const usual = join(home, env.PI_CONFIG_DIR || ".omp", "wt");
	const wanted = env.OMP_WORKTREE_DIR || setting;
	if (!wanted) return usual;
	const expanded = wanted === "~" || wanted.startsWith("~/") ? join(home, wanted.slice(1)) : wanted;
	return isAbsolute(expanded) ? expanded : usual;
}
