import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { HostFacts, ShellFamily } from "./host-facts.ts";

export interface RemoteCommand {
	readonly command: string;
	/** The folder on the host. */
	readonly cwd?: string | undefined;
	/** Printed before the command's own output, with the number of its process group. */
	readonly token: string;
}

/** Linux takes no longer argument. */
const maxLineBytes = 120 * 1024;

/** The line that is sent: it says where its process is, goes to the folder, and runs the command. */
export function remoteLine({ command, cwd, token }: RemoteCommand, facts: HostFacts): string {
	if (command.trim() === "") throw new ToolError("command is empty");
	if (`${command}${cwd ?? ""}`.includes("\0")) throw new ToolError("A command cannot contain NUL");
	const line = lineFor(facts, command, cwd, token);
	if (Buffer.byteLength(line) > maxLineBytes) {
		throw new ToolError("The command is too long for one call (120 KB). Write it to a file on the host in parts.");
	}
	return line;
}

function lineFor({ family, wrapper }: HostFacts, command: string, cwd: string | undefined, token: string): string {
	if (wrapper !== undefined) return wrapped(wrapper, `exec 2>&1\n${goTo("posix", cwd)}${command}`);
	switch (family) {
		case "posix":
			// `exec` merges the two streams where they begin, so that they stay in order.
			return `exec 2>&1; printf '\\036%s %s\\n' ${token} $$\n${goTo(family, cwd)}${command}`;
		case "fish":
			return `printf '\\036%s %s\\n' ${token} $fish_pid\n${goTo(family, cwd)}${command}`;
		case "csh":
			return `printf '\\036%s %s\\n' ${token} $$\n${goTo(family, cwd)}${command}`;
		case "cmd":
		case "powershell":
			return `${goTo(family, cwd)}${command}`;
	}
}

/** The script travels as base64, because cmd and PowerShell disagree about quotes. */
function wrapped(shell: "bash" | "sh", script: string): string {
	const encoded = Buffer.from(script).toString("base64");
	return shell === "bash" ? `bash -c "bash <(echo ${encoded}|base64 -d)"` : `sh -c "echo ${encoded}|base64 -d|sh"`;
}

/** Nothing runs when the folder is not there. */
function goTo(family: ShellFamily, cwd: string | undefined): string {
	if (cwd === undefined || cwd === "") return "";
	const folder = quotedPath(cwd, family);
	switch (family) {
		case "posix":
			return `cd -- ${folder} || exit 1\n`;
		case "fish":
			return `cd -- ${folder}; or exit 1\n`;
		case "csh":
			return `cd ${folder} || exit 1\n`;
		case "cmd":
			return `cd /d ${folder} && `;
		case "powershell":
			return `Set-Location -LiteralPath ${folder} -ErrorAction Stop; `;
	}
}

/** As one word for that shell; `~` at the beginning stays the home folder. */
export function quotedPath(path: string, family: ShellFamily): string {
	if (family === "cmd") {
		if (/["%\r\n]/.test(path)) throw new ToolError(`Not a folder for cmd: ${JSON.stringify(path)}`);
		return `"${path}"`;
	}
	if (family === "powershell") return `'${path.replaceAll("'", "''")}'`;
	const [, home = "", rest = path] = /^(~(?:\/|$))(.*)$/s.exec(path) ?? [];
	return rest === "" ? home : home + quotedWord(rest, family);
}

function quotedWord(text: string, family: ShellFamily): string {
	if (family === "fish") return `'${text.replace(/[\\']/g, "\\$&")}'`;
	const quoted = quoteForShell(text);
	return family === "csh" ? quoted.replace(/[!\n]/g, "\\$&") : quoted;
}
