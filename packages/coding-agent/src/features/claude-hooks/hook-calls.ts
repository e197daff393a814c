import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { runShellCommand } from "../../process/run-shell-command.ts";
import type { ClaudeHooks, UsableHook } from "./claude-hooks.ts";
import { type HookAnswer, joinAnswers, readAnswer } from "./hook-answer.ts";
import { type HookEvent, isMatch } from "./hook-settings.ts";

export interface HookPorts {
	readonly hooks: ClaudeHooks;
	readonly cwd: () => string;
	readonly env: Host["env"];
	/** How hooks of a project are started in a folder; as they are without. */
	readonly inBox?: (cwd: string) => InBox | undefined;
	/** What every event tells: session, transcript, permission mode. */
	readonly common: () => Readonly<Record<string, unknown>>;
	readonly notify: (message: string) => void;
}

export interface HookCall {
	/** What matchers are compared with; without any they do not count. */
	readonly names?: readonly string[];
	readonly fields?: Readonly<Record<string, unknown>>;
	readonly signal?: AbortSignal;
	readonly maxMs?: number;
	/** Commands that have run already and are not run again; those that run are added. */
	readonly done?: Set<string>;
}

/** Events that can refuse something: a hook that cannot be asked refuses. */
const failsClosed: ReadonlySet<HookEvent> = new Set<HookEvent>(["PreToolUse", "UserPromptSubmit"]);

/** Runs the hooks of an event, all at once. */
export class HookCalls {
	readonly #ports: HookPorts;
	readonly #notified = new Set<string>();

	constructor(ports: HookPorts) {
		this.#ports = ports;
	}

	/** Whether an event has any. */
	has(event: HookEvent): boolean {
		return this.#ports.hooks.list().some((hook) => hook.event === event);
	}

	async call(event: HookEvent, call: HookCall = {}): Promise<HookAnswer> {
		const { names = [], done } = call;
		const matching = this.#ports.hooks
			.list()
			.filter((hook) => hook.event === event && (names.length === 0 || isMatch(hook.matcher, names)));
		// Named in several files, it runs once.
		const each = new Map(matching.map((hook) => [keyOf(hook), hook] as const).filter(([key]) => !done?.has(key)));
		for (const key of each.keys()) done?.add(key);
		const answer = joinAnswers(await Promise.all([...each.values()].map((hook) => this.#run(hook, call))));
		for (const notice of answer.notices) this.#tell(notice);
		return answer;
	}

	async #run(hook: UsableHook, { fields, signal, maxMs = Number.POSITIVE_INFINITY }: HookCall): Promise<HookAnswer> {
		const { event, command, path, isChanged } = hook;
		const none = { context: [], notices: [] };
		if (isChanged) {
			const text = `The ${event} hook ${command} of ${path} changed since you trusted it and is not run. /trust shows it.`;
			return failsClosed.has(event) ? { ...none, block: text } : { ...none, notices: [text] };
		}
		const cwd = this.#ports.cwd();
		const running = runShellCommand(command, {
			cwd,
			env: {
				...this.#ports.env,
				CLAUDE_PROJECT_DIR: cwd,
				...(hook.pluginRoot !== undefined && { CLAUDE_PLUGIN_ROOT: hook.pluginRoot }),
			},
			stdin: JSON.stringify({ ...this.#ports.common(), cwd, hook_event_name: event, ...fields }),
			timeoutMs: Math.min(hook.timeoutMs, maxMs),
			inBox: isInFolder(path, cwd) ? this.#ports.inBox?.(cwd) : undefined,
			...(signal && { signal }),
		});
		if (hook.isAsync) {
			running.catch((error: unknown) => this.#tell(failure(hook, error)));
			return none;
		}
		try {
			return readAnswer(event, command, await running);
		} catch (error) {
			return { ...none, failure: failure(hook, error) };
		}
	}

	/** A hook that fails at every call is named once. */
	#tell(notice: string): void {
		if (this.#notified.has(notice)) return;
		this.#notified.add(notice);
		this.#ports.notify(notice);
	}
}

/** Plugins often have the same command, each with its own folder. */
function keyOf({ command, pluginRoot = "" }: UsableHook): string {
	return JSON.stringify([pluginRoot, command]);
}

function failure({ event, command }: UsableHook, error: unknown): string {
	return `The ${event} hook ${command} could not be run: ${errorMessage(error)}`;
}
