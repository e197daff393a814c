import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { LaunchDeps, LaunchParams } from "./launch.ts";

/** The command of a start: its words, and the line that is shown and judged like one of `bash`. */
export function buildCommand(
	{ application = "", args }: Pick<LaunchParams, "application" | "args">,
	{ shellPath }: Pick<LaunchDeps, "shellPath">,
): { readonly command: readonly string[]; readonly line: string } {
	const program = application.trim();
	if (program === "") throw new ToolError("application is required for start");
	// A whole command line where a program was asked for.
	if (args === undefined && /[\s;&|<>$`"'()]/.test(program)) {
		return { command: [shellPath ?? "/bin/sh", "-c", program], line: program };
	}
	const command = [program, ...(args ?? [])];
	if (command.some((word) => word.includes("\0"))) throw new ToolError("A command cannot contain NUL");
	return { command, line: command.map(word).join(" ") };
}

function word(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : quoteForShell(text);
}
