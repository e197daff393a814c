import { relative, resolve } from "node:path";
import { isOneCommand } from "./command-rules.ts";

/** What a call is about, as far as patterns can be about it. */
export interface PatternSubject {
	readonly command?: string | undefined;
	readonly files: readonly string[];
}

/** Whether a call fits what stands in `Bash(git add:*)` or `Edit(src/**)`: one command, or all of its files. */
export function fitsCallPattern(pattern: string, { command, files }: PatternSubject, cwd: string): boolean {
	if (command !== undefined) return isOneCommand(command) && fitsCommand(pattern, command.trim());
	const glob = new Bun.Glob(pattern.replace(/^\.?\//, ""));
	return files.length > 0 && files.every((file) => glob.match(relative(cwd, resolve(cwd, file))));
}

/** `git add:*` is for `git add` with anything behind it; `*` elsewhere for any text. */
function fitsCommand(pattern: string, command: string): boolean {
	const prefix = /^(.*?):\*$/.exec(pattern)?.[1];
	if (prefix !== undefined) return command === prefix || command.startsWith(`${prefix} `);
	const expression = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
	return new RegExp(`^${expression.join(".*")}$`, "s").test(command);
}
