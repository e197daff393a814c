import { basename } from "node:path";

/** How to drive a kind of shell that keeps running between commands. */
export interface ShellFamily {
	readonly name: "bash" | "zsh" | "posix";
	/** The word that reaches a builtin past a function or an alias of the same name. */
	readonly builtin: string;
	/** The same for `eval` with variables in front, which must last while it runs. */
	readonly evaluate: string;
	readonly args: readonly string[];
	/** Runs the code in a file as if it stood there. */
	readonly include: (quotedPath: string) => string;
}

const posix: ShellFamily = {
	name: "posix",
	builtin: "command",
	evaluate: "command eval",
	args: [],
	include: (path) => `command . ${path}`,
};
// Read and evaluated instead of sourced: messages then name the shell and not our file.
const include = (path: string) => `builtin eval "$(<${path})"`;

const families: ReadonlyMap<string, ShellFamily> = new Map([
	// With a socket for its input, bash takes itself for a remote login and reads .bashrc.
	["bash", { name: "bash", builtin: "builtin", evaluate: "command eval", args: ["--norc"], include }],
	["zsh", { name: "zsh", builtin: "builtin", evaluate: "builtin eval", args: [], include }],
	["sh", posix],
	["dash", posix],
	["ash", posix],
	["ksh", posix],
]);

/** `undefined` for a shell that does not speak the language of the POSIX ones, such as fish. */
export function familyOf(shellPath: string): ShellFamily | undefined {
	return families.get(basename(shellPath).replace(/\.exe$/, ""));
}
