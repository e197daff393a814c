/** The language of the shell that gets a command. */
export type ShellFamily = "posix" | "fish" | "csh" | "cmd" | "powershell";

/** What is known of a host once it was reached. */
export interface HostFacts {
	/** For people and models, such as `Linux x86_64`. */
	readonly os: string;
	/** Its name, such as `bash 5.2`. */
	readonly shell: string;
	readonly family: ShellFamily;
	/** A POSIX shell that commands are wrapped for. */
	readonly wrapper?: "bash" | "sh";
}

/**
 * One line that every shell understands: a POSIX shell fills in the variables with `$`, cmd those with `%`, PowerShell has no
 * `SHELL` but a table of its version, and csh stumbles over the first variable that it does not have.
 */
export const probeLine = 'echo "omp|$BASH_VERSION|$SHELL|$PSVersionTable|%OS%|$(uname -sm)|$OSTYPE|$FISH_VERSION|"';

/** Asked of a Windows host with `compat`. */
export const wrapperProbe = (shell: "bash" | "sh") => `${shell} -c "echo omp-wrapper"`;

/** Reads the answer to the probe; `undefined` when there is none, as from a host that runs no commands. */
export function parseProbe(output: string): HostFacts | undefined {
	const fields =
		/omp\|([^|\r\n]*)\|([^|\r\n]*)\|([^|\r\n]*)\|([^|\r\n]*)\|([^|\r\n]*)\|([^|\r\n]*)\|([^|\r\n]*)\|/.exec(output);
	if (!fields) {
		const isCsh = /Undefined variable|Illegal variable name/i.test(output);
		return isCsh ? { os: "Unix", shell: "csh", family: "csh" } : undefined;
	}
	const [, bash = "", login = "", powershell = "", windows = "", uname = "", osType = "", fish = ""] = fields;
	if (windows === "Windows_NT") return { os: "Windows", shell: "cmd", family: "cmd" };
	if (powershell !== "") return { os: "Windows", shell: "PowerShell", family: "powershell" };
	const os = uname || osType || "Unix";
	if (fish !== "") return { os, shell: `fish ${fish}`, family: "fish" };
	const name = login.replace(/^.*\//, "") || "sh";
	const version = bash.replace(/\(.*$/, "");
	return { os, shell: version === "" ? name : `bash ${version}`, family: "posix" };
}

export function describeFacts({ os, shell, wrapper }: HostFacts): string {
	return wrapper === undefined ? `${os}, ${shell}` : `${os}, commands run in ${wrapper}`;
}
