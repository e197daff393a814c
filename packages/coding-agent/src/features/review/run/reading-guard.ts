import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import type { Hook, Refusal } from "../../../conversation/hooks/hook.ts";

/**
 * Keeps a reviewer inside the repository. Text of a change may ask it for other files or for addresses, and findings are printed
 * for everybody who reads the log of a build.
 */
export function readingGuard(root: string, cwd: string): Hook {
	return {
		name: "review-reading",
		approveToolCall: ({ call }) => refuseOutside(call.arguments, root, cwd),
	};
}

export function refuseOutside(params: unknown, root: string, cwd: string): Refusal | undefined {
	for (const text of pathsIn(params)) {
		if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { refuse: "A reviewer reads files of this repository only." };
		// A selector may follow the path.
		const path = real(resolve(cwd, text.split(":", 1)[0] ?? ""));
		const inside = relative(real(root), path);
		if (inside.startsWith("..") || inside.startsWith("/")) return { refuse: `${text} is outside of this repository.` };
		if (inside === ".git" || inside.startsWith(".git/")) return { refuse: "The folder .git is not part of a review." };
		if (mayHoldSecrets(inside)) return { refuse: `${text} may hold secrets. A review never reads it.` };
	}
	return undefined;
}

/** Whatever is not the text that is searched for. */
function pathsIn(params: unknown): string[] {
	if (typeof params !== "object" || params === null) return [];
	return Object.entries(params).flatMap(([name, value]) => {
		if (!/path|folder|dir|cwd|file|glob/i.test(name)) return [];
		const values: readonly unknown[] = Array.isArray(value) ? value : [value];
		return values.filter((one) => typeof one === "string").flatMap((one) => one.split(";").map((path) => path.trim()));
	});
}

/** With links followed as far as the path exists. */
function real(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = resolve(path, "..");
		return parent === path ? path : resolve(real(parent), relative(parent, path));
	}
}
