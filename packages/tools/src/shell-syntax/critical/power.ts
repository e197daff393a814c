import { argumentsOf, type FoundCommand } from "../found-command.ts";
import type { CriticalRule } from "./critical.ts";
import { pathOf, writtenFiles } from "./paths.ts";

/** Ends the system, or everything that runs on it. */
export const stopsMachine: CriticalRule = (command) =>
	endsSystem(command) || writtenFiles(command).some((field) => pathOf(field, command) === "/proc/sysrq-trigger");

function endsSystem(command: FoundCommand): boolean {
	const args = argumentsOf(command);
	if (args.some((text) => text === "--help" || text === "--version")) return false;
	switch (command.name) {
		case "shutdown":
			return !args.some((text) => text === "-c" || text === "--show");
		case "reboot":
		case "halt":
		case "poweroff":
			return true;
		case "init":
		case "telinit":
			return args.some((text) => /^[016sS]$/.test(text));
		case "systemctl":
		case "loginctl":
			return args.some((text) =>
				/^(?:poweroff|reboot|halt|kexec|soft-reboot|hibernate|suspend|emergency|rescue)(?:\.target)?$/.test(text),
			);
		case "kill":
			// Everyone, or the first process.
			return args.slice(-1).includes("-1")
				? args.length > 1
				: args.slice(args[0]?.startsWith("-") ? 1 : 0).includes("1");
		case "tee":
			return args.includes("/proc/sysrq-trigger");
		default:
			return false;
	}
}
