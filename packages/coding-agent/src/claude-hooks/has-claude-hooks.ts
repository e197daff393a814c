import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether there is a settings file of Claude Code. Without one nothing of this folder is loaded. */
export function mayHaveClaudeHooks({ cwd, home }: { readonly cwd: string; readonly home: string }): boolean {
	return [join(home, ".claude"), join(cwd, ".claude")].some(
		(folder) =>
			existsSync(folder) && ["settings.json", "settings.local.json"].some((name) => existsSync(join(folder, name))),
	);
}
