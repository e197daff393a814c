import { basename } from "node:path";

/** How to drive a kind of shell that persists between commands. */
export interface ShellFamily {
	readonly name: "bash" | "zsh" | "posix";
	/** Calls a builtin even if a function or alias shadows it. */
	readonly builtin: string;
	/** The same for `eval` with variables that must be set while it runs. */
	readonly evaluate: string;
	readonly args: readonly string[];
	/** Runs the code of a file inline. */
	readonly include: (quotedPath: string) => string;
}

const posix: ShellFamily = {
	name: "posix",
	builtin: "command",
	evaluate: "command eval",
	args: [],
	include: (path) => `command . ${path}`,
};
// Read and evaluated instead of sourced, so that error messages name the shell and not our file.
const include = (path: string) => `\\builtin eval "$(<${path})"`;

const families: ReadonlyMap<string, ShellFamily> = new Map([
	// With a socket as stdin, bash assumes a remote login and reads .bashrc.
	["bash", { name: "bash", builtin: "\\builtin", evaluate: "\\builtin command eval", args: ["--norc"], include }],
	["zsh", { name: "zsh", builtin: "\\builtin", evaluate: "\\builtin eval", args: [], include }],
	["sh", posix],
	["dash", posix],
	["ash", posix],
	["ksh", posix],
]);

/** `undefined` for a non-POSIX shell, such as fish. */
export function familyOf(shellPath: string): ShellFamily | undefined {
	return families.get(basename(shellPath).replace(/\.exe$/, ""));
}
