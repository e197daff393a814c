import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { findJsonProblem } from "@oh-my-pi/pi-utils/config/find-json-problem";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";

/** The events of Claude Code that omp has, too. */
export const hookEvents = [
	"PreToolUse",
	"PostToolUse",
	"PostToolUseFailure",
	"UserPromptSubmit",
	"SessionStart",
	"SessionEnd",
	"Stop",
	"SubagentStart",
	"SubagentStop",
	"PreCompact",
	"Notification",
	"PermissionRequest",
	// For flags of Claude Code that omp does not have, so it never comes.
	"Setup",
] as const;

export type HookEvent = (typeof hookEvents)[number];

/** A command that runs at an event. */
export interface CommandHook {
	readonly event: HookEvent;
	/** What it is for: tools, sources or reasons. Empty for everything. */
	readonly matcher: string;
	readonly command: string;
	readonly timeoutMs: number;
	/** Nobody waits for it, and its answer does not count. */
	readonly isAsync: boolean;
}

export interface HookSettings {
	readonly hooks: readonly CommandHook[];
	/** `disableAllHooks` */
	readonly isDisabled: boolean;
	/** With file, for the user. */
	readonly problems: readonly string[];
}

const defaultTimeoutSeconds = 600;
/** Of all commands of a file together. */
const maxCommandLength = 64 * 1024;

/** The `hooks` of a settings file of Claude Code. What omp cannot run is named. */
export function parseHookSettings(text: string, path: string): HookSettings {
	let settings: unknown;
	try {
		settings = JSON.parse(text);
	} catch {
		return { hooks: [], isDisabled: false, problems: [findJsonProblem(text, path) ?? `${path}: not valid JSON`] };
	}
	if (!isRecord(settings)) return { hooks: [], isDisabled: false, problems: [`${path}: not an object`] };
	const isDisabled = settings.disableAllHooks === true;
	if (settings.hooks === undefined) return { hooks: [], isDisabled, problems: [] };
	if (!isRecord(settings.hooks)) return { hooks: [], isDisabled, problems: [`${path}: "hooks" is not an object`] };
	const problems: string[] = [];
	const hooks: CommandHook[] = [];
	let left = maxCommandLength;
	for (const [name, groups] of Object.entries(settings.hooks)) {
		const event = hookEvents.find((known) => known === name);
		if (!event) problems.push(`${path}: omp has no event "${name}"; its hooks are not run`);
		else if (!Array.isArray(groups)) problems.push(`${path}: hooks.${name} is not a list`);
		else for (const group of groups) readGroup(event, group);
	}
	return { hooks, isDisabled, problems };

	function readGroup(event: HookEvent, group: unknown): void {
		if (!isRecord(group) || !Array.isArray(group.hooks)) {
			problems.push(`${path}: hooks.${event} has an entry without a list of hooks`);
			return;
		}
		const matcher = typeof group.matcher === "string" ? group.matcher : "";
		for (const hook of group.hooks as readonly unknown[]) {
			if (!isRecord(hook) || (hook.type ?? "command") !== "command" || typeof hook.command !== "string") {
				problems.push(`${path}: hooks.${event} has a hook that is no command; it is not run`);
				continue;
			}
			if (hook.command.length > left) {
				problems.push(`${path}: commands of hooks that are longer than ${maxCommandLength / 1024} KB are not run`);
				continue;
			}
			left -= hook.command.length;
			const seconds = typeof hook.timeout === "number" && hook.timeout > 0 ? hook.timeout : defaultTimeoutSeconds;
			hooks.push({ event, matcher, command: hook.command, timeoutMs: seconds * 1000, isAsync: hook.async === true });
		}
	}
}

/** What other programs call a tool is its name in matchers, too. */
function ownNames(name: string): string[] {
	return toolsNamed(name, builtInTools).map((tool) => tool.name);
}

/** Whether a hook is for one of these names. A list (`Edit|Write`) must name it exactly, anything else is an expression. */
export function isMatch(matcher: string, names: readonly string[]): boolean {
	if (matcher === "" || matcher === "*") return true;
	if (/^[\w|]+$/.test(matcher)) {
		const wanted = new Set(matcher.split("|").flatMap((name) => [name, ...ownNames(name)]));
		return names.some((name) => wanted.has(name));
	}
	try {
		const expression = new RegExp(matcher);
		return names.some((name) => expression.test(name));
	} catch {
		// Rather once too often: a hook may be there to refuse something.
		return true;
	}
}
