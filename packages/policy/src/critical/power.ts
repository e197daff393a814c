import { argumentsOf, type FoundCommand } from "../commands/found-command.ts";
import { inlineCode } from "../commands/inline-code.ts";
import type { CriticalRule } from "./critical.ts";
import { resolveFieldPath, writtenFiles } from "./paths.ts";

/** Ends the system, or everything that runs on it. */
export const stopsMachine: CriticalRule = (command) =>
	endsSystem(command) ||
	asksService(command) ||
	killsInCode.test(inlineCode(command)) ||
	writtenFiles(command).some((field) => switches.has(resolveFieldPath(field, command) ?? ""));

const switches = new Set(["/proc/sysrq-trigger", "/sys/power/state"]);
const killsInCode = /\bkill\s*\(?\s*(?:-1\s*,|['"]?\w+['"]?\s*,\s*-1\b)/;

/** `dbus-send … login1.Manager.PowerOff`, `osascript -e 'tell app "System Events" to shut down'`. */
function asksService(command: FoundCommand): boolean {
	const line = argumentsOf(command).join(" ");
	if (command.name === "osascript") return /\b(?:shut down|restart|log out)\b/.test(line);
	return (
		/^(?:busctl|dbus-send|gdbus|qdbus)$/.test(command.name) &&
		/\b(?:PowerOff|Reboot|Halt|KExec|Suspend|Hibernate)\b/.test(line)
	);
}

function endsSystem(command: FoundCommand): boolean {
	const args = argumentsOf(command);
	if (args.some((text) => text === "--help" || text === "--version")) return false;
	switch (command.name) {
		case "shutdown":
			return !args.some((text) => text === "-c" || text === "--show");
		case "reboot":
		case "halt":
		case "poweroff":
		case "killall5":
		case "openrc-shutdown":
			return true;
		case "kexec":
			return args.some((text) => /^-[ef]$|^--(?:exec|force)$/.test(text));
		case "rtcwake":
			return !args.includes("show") && !args.includes("no");
		case "init":
		case "telinit":
		case "runit-init":
			return args.some((text) => /^[016sS]$/.test(text));
		case "systemctl":
		case "loginctl":
			return (
				!/^(?:is-|status|show|cat|list)/.test(args.find((text) => !text.startsWith("-")) ?? "") &&
				args.some((text) =>
					/^(?:poweroff|reboot|halt|kexec|soft-reboot|hibernate|suspend|emergency|rescue)(?:\.target)?$/.test(text),
				)
			);
		case "kill":
			// Everyone, or the first process.
			return args[0] === "-0" || args[0] === "-l"
				? false
				: args.slice(-1).includes("-1")
					? args.length > 1
					: args.slice(args[0]?.startsWith("-") ? 1 : 0).includes("1");
		case "killall":
		case "pkill":
			return args.some(
				(text, index) =>
					/^(?:init|systemd|\.|\.\*)$/.test(text) || (/^-[uU]$/.test(args[index - 1] ?? "") && text === "root"),
			);
		case "tee":
			return args.some((text) => switches.has(text));
		default:
			return false;
	}
}
