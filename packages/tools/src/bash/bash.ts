import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { editPorts } from "../edit/edit-ports.ts";
import { changedIn } from "../edit/touched-paths.ts";
import { changeFacts } from "../files/paths/call-files.ts";
import { asyncSettings } from "../job/settings.ts";
import type { JobService, ToolServices } from "../services/services.ts";
import { bashAction, bashFacts } from "./action.ts";
import type { AsyncPorts } from "./job-routes.ts";
import type { BashDeps, BashOptions, BashParams } from "./options.ts";
import { adaptBash, bashParameters, offeredProperties } from "./parameters.ts";
import { bashPreferences, commandRules } from "./preferences.ts";
import prompt from "./prompt.md" with { type: "text" };
import { resolveFolder } from "./resolve-folder.ts";
import type { BashDetails } from "./result.ts";
import { quietEnv } from "./run/quiet-env.ts";
import {
	autoBackgroundSettings,
	bashInterceptorSettings,
	bashSettings,
	shellMinimizerSettings,
	shellSettings,
} from "./settings.ts";

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
	partOf: ["exec"],
	effects: ["reads", "writes", "runs", "network"],
	switch: bashSettings.enabled,
	strict: true,
	outsideSources: () => ["command"],
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
	sample: async () => (await import("./sample.data.ts")).bashSample,
	settings: [bashSettings, autoBackgroundSettings, bashInterceptorSettings, shellMinimizerSettings, shellSettings],
	create: (services: BashServices) => {
		const { settings, workspace, shell, output, jobs, urls, isOffered, box } = services;
		return bashTool({
			...workspace,
			...shell,
			...output,
			...bashPreferences(settings, isOffered),
			commandRules: () => commandRules(services),
			defaultTimeoutSeconds,
			urls,
			...(box && { box }),
			edits: editPorts(services),
			...(settings.get(asyncSettings.enabled) && {
				async: { ...asyncPorts(settings, jobs), hint: launchHint(services) },
			}),
		});
	},
};

type BashServices = Pick<
	ToolServices,
	| "settings"
	| "workspace"
	| "shell"
	| "output"
	| "jobs"
	| "urls"
	| "isOffered"
	| "files"
	| "editing"
	| "processes"
	| "box"
>;

/** `launch` is not offered by itself, as every request would carry it. */
function launchHint({ processes, isOffered }: BashServices): () => string | undefined {
	let isAnnounced = !processes?.isOn?.();
	return () => {
		if (isAnnounced || isOffered("launch")) return undefined;
		isAnnounced = true;
		return 'Servers and REPLs are better off with the tool `launch`, which you can call though your list does not have it: {"op": "start", "name": "web", "application": "npm", "args": ["start"], "ready": {"log": "regex"}}, then "op": "logs", "send" (text), "wait", "stop" with its name.';
	};
}

function asyncPorts(settings: SettingsReader, { board, ownerId, interruption }: JobService): AsyncPorts {
	if (!settings.get(autoBackgroundSettings.enabled)) return { board, ownerId };
	const thresholdMs = settings.get(autoBackgroundSettings.thresholdMs);
	return { board, ownerId, background: { thresholdMs, ...(interruption && { interruption }) } };
}

export function bashTool(options: BashOptions) {
	const deps: BashDeps = { ...options, run: { ...options, quietEnv: quietEnv(options.env) } };
	const tool = defineTool({
		...traits,
		label: "Bash",
		prompt,
		asksIntent: true,
		parameters: bashParameters,
		...judgedCalls(
			(params: BashParams) => bashAction(params, deps),
			() => bashFacts(deps),
		),
		approvalDetails: ({ command }) => [`Command: ${command}`],
		async approvalRule({ command, cwd = "", outside }) {
			if (outside !== undefined && deps.box) return deps.box.suggestLeaving(command);
			const { suggestedRule } = await import("@oh-my-pi/pi-policy/verdict/command-approval");
			const rules = deps.commandRules?.() ?? [];
			return suggestedRule(command, { home: deps.home, cwd: resolveFolder(cwd, deps), project: deps.cwd(), rules });
		},
		// Commands of one message run in order, as they may need each other, unless they only read.
		async concurrency({ command, pty, async: inBackground }) {
			if (pty || inBackground) return "exclusive";
			const { onlyReads } = await import("@oh-my-pi/pi-policy/read-only/only-reads");
			return onlyReads(command) ? "shared" : "exclusive";
		},
		loadMode: "essential",
		adapt: adaptBash,
		async execute(params, call: ToolCallContext<BashDetails>) {
			const { executeBash } = await import("./execute.ts");
			return executeBash(params, call, deps);
		},
	});
	// The model is not told of what is switched off.
	const properties = offeredProperties({ async: options.async !== undefined, leaving: options.box?.leavingIs });
	return { ...tool, parameters: { ...bashParameters, properties } };
}
