import type { PluginScope } from "../../../plugins/state/plugin-folders.ts";

/** The words of a command, and the value of `--scope` among them. */
export function readScope(args: string): {
	readonly words: readonly string[];
	readonly scope: PluginScope | undefined;
} {
	const words = args.split(/\s+/).filter(Boolean);
	const at = words.indexOf("--scope");
	const value = at < 0 ? undefined : words[at + 1];
	if (at >= 0 && value !== "user" && value !== "project") throw new Error("--scope is user or project");
	const scope = value === "user" || value === "project" ? value : undefined;
	return { words: words.filter((_, index) => at < 0 || (index !== at && index !== at + 1)), scope };
}
