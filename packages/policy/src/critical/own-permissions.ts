import { argumentsOf, type FoundCommand } from "../commands/found-command.ts";
import { withoutGlobalOptions } from "../programs/global-options.data.ts";
import type { CriticalRule } from "./critical.ts";
import { isVital } from "./paths.ts";

/** `omp config set tools.approvalMode yolo`: allows itself more. */
export const raisesOwnRights: CriticalRule = (command) => {
	if (!/^(?:omp|pi)$/.test(command.name)) return false;
	const args = argumentsOf(command);
	if (args.some((arg) => /^--(?:yolo|auto-approve|trust)$/.test(arg))) return true;
	if (args.some((arg, index) => /^--approval-mode(?:=|$)/.test(arg) && /yolo/.test(arg + (args[index + 1] ?? ""))))
		return true;
	const [, first = "", action = "", key = ""] = withoutGlobalOptions(["omp", ...args]);
	if (first === "trust") return /^(?:allow|lock)$/.test(action);
	return (
		first === "config" &&
		/^(?:set|unset|reset|add|edit)$/.test(action) &&
		/^(?:tools|bash|shell|trust|eval|extensions|mcp)/.test(key)
	);
};

/** `crontab -`: has commands run when nobody looks. */
export const schedulesCommands: CriticalRule = (command) => {
	const args = argumentsOf(command);
	switch (command.name) {
		case "crontab":
			return !args.some((arg) => /^-(?:l|V)$|^--(?:help|version)$/.test(arg));
		case "launchctl":
			return /^(?:load|bootstrap|submit)$/.test(args[0] ?? "");
		case "systemd-run":
			return args.some((arg) => /^--on-|^--timer-property/.test(arg));
		default:
			return false;
	}
};

/** `docker run -v /:/h`: a container with the whole system in it. */
export const mountsEverything: CriticalRule = (command, _all, { home }) => {
	if (!/^(?:docker|podman|nerdctl)$/.test(command.name)) return false;
	const args = argumentsOf(command);
	return args.some((arg, index) => {
		const before = args[index - 1] ?? "";
		const volume = /^(?:-v|--volume)$/.test(before) ? arg : /^(?:-v|--volume=)(.+)/.exec(arg)?.[1];
		const mount = before === "--mount" ? arg : /^--mount=(.+)/.exec(arg)?.[1];
		const source = volume?.split(":")[0] ?? /(?:^|,)(?:src|source)=([^,]+)/.exec(mount ?? "")?.[1];
		const isEverything = source === "/" || (source === home && args.includes("--privileged"));
		return isEverything && args.some((word) => /^(?:run|create)$/.test(word));
	});
};

/** `git -C ~ clean -fdx`: every file of a home that is in no repository. */
export const cleansEverything: CriticalRule = (command: FoundCommand, _all, { home }) => {
	if (command.name !== "git") return false;
	const args = argumentsOf(command);
	const at = args.indexOf("clean");
	if (at === -1 || !args.slice(at).some((arg) => /^-\w*f|^--force$/.test(arg))) return false;
	const folder = args.flatMap((arg, index) => {
		if (/^(?:-C|--work-tree)$/.test(args[index - 1] ?? "")) return [arg];
		return /^--work-tree=(.+)/.exec(arg)?.[1] ?? [];
	});
	const place = folder.at(-1) ?? command.cwd;
	return place !== undefined && isVital(place.replace(/(.)\/+$/, "$1"), home);
};
