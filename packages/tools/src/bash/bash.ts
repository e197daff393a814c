import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { BuiltInTool } from "../built-in-tool.ts";
import { type EditPorts, editPorts } from "../edit/edit-ports.ts";
import { changedIn } from "../edit/touched-paths.ts";
import { asyncSettings } from "../job/settings.ts";
import type { ConsolePort } from "../services/console-port.ts";
import type { EditMode } from "../services/edit-mode.ts";
import type { JobService, ToolServices } from "../services/services.ts";
import { adapter } from "../shared/arguments/adapt.ts";
import { changeFacts } from "../shared/paths/call-files.ts";
import type { CommandRule } from "../shared/shell-syntax/command-rules.ts";
import type { WorkTree } from "../shared/shell-syntax/work-tree.ts";
import type { UrlRouter } from "../shared/urls/url-router.ts";
import { folderOf } from "./folder-of.ts";
import type { Interceptor } from "./interceptor.ts";
import type { AsyncPorts } from "./job-routes.ts";
import { mayRunGit } from "./may-run-git.ts";
import type { MinimizeOptions } from "./minimize/minimize.ts";
import { bashPreferences, commandRules } from "./preferences.ts";
import prompt from "./prompt.md" with { type: "text" };
import { quietEnv } from "./quiet-env.ts";
import type { BashDetails } from "./result.ts";
import type { RunPorts } from "./run-command.ts";
import {
	autoBackgroundSettings,
	bashInterceptorSettings,
	bashSettings,
	shellMinimizerSettings,
	shellSettings,
} from "./settings.ts";

export interface BashOptions extends Omit<RunPorts, "quietEnv"> {
	/** Hooks or settings of a folder's repository make git run programs, and the user did not agree to that. */
	readonly isGitUntrusted?: (cwd?: string) => Promise<boolean>;
	/** Tells whether a command would delete work; without it, whatever deletes files asks. */
	readonly workTree?: WorkTree;
	/** The session's folder, asked anew for each call. */
	readonly cwd: () => string;
	readonly home: string;
	/** Where omp keeps its keys. */
	readonly agentDir?: string;
	readonly defaultTimeoutSeconds: number;
	/** The user's cap on all tools; 0 is none. */
	readonly maxTimeoutSeconds?: number;
	/** Leaves a trailing `| head` or `| tail` to the shell. */
	readonly keepsHeadTail?: boolean;
	/** The user's rules for commands. */
	readonly commandRules?: () => readonly CommandRule[];
	/** Sends the model to another tool where that does the same better. */
	readonly interceptor?: Interceptor;
	readonly urls?: UrlRouter;
	/** Leaves out what programs print without anyone reading it; absent when it is switched off. */
	readonly minimizer?: () => MinimizeOptions;
	/** Where a program with a terminal can be shown; gives nothing when there is no screen. */
	readonly console?: () => ConsolePort | undefined;
	/** Present where commands may go on in the background. */
	readonly async?: AsyncPorts;
	/** What changes files, for a command that is a patch. */
	readonly edits?: EditPorts & { readonly mode: EditMode };
}

export interface BashDeps extends BashOptions {
	readonly run: RunPorts;
}

const properties = {
	command: { type: "string" },
	env: { type: "object", additionalProperties: { type: "string" }, description: "Extra variables" },
	timeout: { type: "number", description: "Seconds, default 300; 0 = none" },
	cwd: { type: "string" },
	pty: { type: "boolean", description: "Terminal, where the user can answer" },
	head: { type: "number", description: "Only the first N lines" },
	tail: { type: "number", description: "Only the last N lines" },
} as const;
const asyncProperty = { async: { type: "boolean", description: "Run in the background" } } as const;

const parameters = {
	type: "object",
	properties: { ...properties, ...asyncProperty },
	required: ["command"],
	additionalProperties: false,
} as const;

export type BashParams = FromSchema<typeof parameters>;

const traits: ToolTraits = {
	name: "bash",
	aliases: [
		"shell",
		"terminal",
		"run",
		"exec",
		"sh",
		"run_command",
		"execute_command",
		"run_terminal_cmd",
		"run_shell_command",
	],
	effects: ["reads", "writes", "runs", "network"],
	switch: bashSettings.enabled,
	strict: true,
	facts: ({ command }) => {
		if (typeof command !== "string") return {};
		return { command, ...(/apply_?patch/.test(command) && changeFacts(changedIn(command))) };
	},
	view: async () => (await import("./view.ts")).bashView,
};

const defaultTimeoutSeconds = 300;

export const bash: BuiltInTool = {
	...traits,
	summary: "Run commands",
	settings: [bashSettings, autoBackgroundSettings, bashInterceptorSettings, shellMinimizerSettings, shellSettings],
	create: (services: BashServices) => {
		const { settings, workspace, shell, output, jobs, urls, isOffered } = services;
		return bashTool({
			...workspace,
			...shell,
			...output,
			...bashPreferences(settings, isOffered),
			commandRules: () => commandRules(services),
			defaultTimeoutSeconds,
			urls,
			edits: editPorts(services),
			...(settings.get(asyncSettings.enabled) && {
				async: { ...asyncPorts(settings, jobs), hint: launchHint(services) },
			}),
		});
	},
};

type BashServices = Pick<
	ToolServices,
	"settings" | "workspace" | "shell" | "output" | "jobs" | "urls" | "isOffered" | "files" | "editing" | "processes"
>;

/** `launch` is not offered by itself, as every request would carry it. */
function launchHint({ processes, isOffered }: BashServices): () => string | undefined {
	let isSaid = !processes?.isOn?.();
	return () => {
		if (isSaid || isOffered("launch")) return undefined;
		isSaid = true;
		return 'Servers and REPLs are better off with the tool `launch`, which you can call though your list does not have it: {"op": "start", "name": "web", "application": "npm", "args": ["start"], "ready": {"log": "regex"}}, then "op": "logs", "send" (text), "wait", "stop" with its name.';
	};
}

function asyncPorts(settings: SettingsReader, { board, ownerId, interruption }: JobService): AsyncPorts {
	if (!settings.get(autoBackgroundSettings.enabled)) return { board, ownerId };
	const thresholdMs = settings.get(autoBackgroundSettings.thresholdMs);
	return { board, ownerId, background: { thresholdMs, ...(interruption && { interruption }) } };
}

const adapt = adapter({
	names: {
		cmd: "command",
		script: "command",
		code: "command",
		input: "command",
		run_in_background: "async",
		is_background: "async",
		background: "async",
		workdir: "cwd",
		working_directory: "cwd",
		directory: "cwd",
		dir: "cwd",
		path: "cwd",
		environment: "env",
	},
	more: ({ command, timeout_ms, timeoutMs }) => {
		const milliseconds = Number(timeout_ms ?? timeoutMs ?? Number.NaN);
		const isList = Array.isArray(command) && command.length > 1;
		if (!isList && Number.isNaN(milliseconds)) return undefined;
		const taken = [
			...(isList ? ["command"] : []),
			...(Number.isNaN(milliseconds) ? [] : [timeout_ms === undefined ? "timeoutMs" : "timeout_ms"]),
		];
		return {
			taken,
			meaning: {
				...(isList && { command: commandLine(command.map(String)) }),
				...(!Number.isNaN(milliseconds) && { timeout: Math.ceil(milliseconds / 1000) }),
			},
		};
	},
});

/** A command given word by word, as a line; `["bash", "-lc", line]` is the line. */
function commandLine(words: readonly string[]): string {
	const [program = "", flag = "", line] = words;
	if (/^(?:.*\/)?(?:ba|z)?sh$/.test(program) && /^-l?c$/.test(flag) && line !== undefined) return line;
	return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

export function bashTool(options: BashOptions) {
	const deps: BashDeps = { ...options, run: { ...options, quietEnv: quietEnv(options.env) } };
	const tool = defineTool({
		...traits,
		label: "Bash",
		prompt,
		parameters,
		// What understands command lines is loaded with the first of them.
		async approval(params) {
			const { command, env = {}, cwd } = params;
			const patch =
				deps.edits && /apply_?patch/.test(command) && (await import("./run-patch.ts")).patchApproval(params, deps);
			if (patch) return patch;
			const { bashApprovalIn, refusedInCopy } = await import("./approval.ts");
			const { home } = deps;
			const refused = refusedInCopy({ command, cwd }, { home, cwd: deps.cwd() });
			if (refused) return refused;
			const rules = deps.commandRules?.() ?? [];
			const folder = folderOf(cwd, deps);
			const isGitUntrusted = mayRunGit(command) && ((await deps.isGitUntrusted?.(folder)) ?? false);
			const { agentDir } = deps;
			const place = { home, ...(agentDir && { agentDir }), cwd: folder, project: deps.cwd() };
			return bashApprovalIn(deps.workTree, command, { ...place, env, rules, isGitUntrusted });
		},
		approvalDetails: ({ command }) => [`Command: ${command}`],
		async approvalRule({ command, cwd = "" }) {
			const { offeredRule } = await import("./approval.ts");
			const rules = deps.commandRules?.() ?? [];
			return offeredRule(command, { home: deps.home, cwd: folderOf(cwd, deps), project: deps.cwd(), rules });
		},
		// Commands of one message run in order, as they may need each other, unless they only read.
		async concurrency({ command, pty, async: inBackground }) {
			if (pty || inBackground) return "exclusive";
			const { onlyReads } = await import("../shared/shell-syntax/read-only/only-reads.ts");
			return onlyReads(command) ? "shared" : "exclusive";
		},
		loadMode: "essential",
		adapt,
		async execute(params, call: ToolCallContext<BashDetails>) {
			const { executeBash } = await import("./execute.ts");
			return executeBash(params, call, deps);
		},
	});
	// The model is not told of what is switched off.
	return options.async ? tool : { ...tool, parameters: { ...parameters, properties } };
}
