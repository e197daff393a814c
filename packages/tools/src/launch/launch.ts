import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import { commandRules } from "../bash/preferences.ts";
import { bashSettings, shellSettings } from "../bash/settings.ts";
import type { BoxService } from "../box/box-service.ts";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import type { ProcessService, ToolServices, WorkspaceService } from "../services/services.ts";
import { launchAction, launchFacts } from "./action.ts";
import type { LaunchDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { launchSettings } from "./settings.ts";

export interface LaunchDeps {
	readonly workspace: WorkspaceService;
	readonly processes: Pick<ProcessService, "load">;
	readonly ripgrep: Ripgrep;
	readonly ownerId: string;
	readonly shellPath?: string;
	/** The box that processes run in; absent where there is none. */
	readonly box?: BoxService;
	readonly commandRules?: () => readonly CommandRule[];
	/** Settles when something else wants the agent's attention. */
	readonly interruption?: (signal: AbortSignal) => Promise<unknown>;
	/** How long a start without a ready check is watched for an early end. */
	readonly earlyEndMs?: number;
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const number = { type: "number" } as const;

const parameters = {
	type: "object",
	properties: {
		op: { type: "string", enum: ["start", "ps", "logs", "send", "wait", "stop", "restart", "describe"] },
		name: text,
		application: { ...text, description: "start: program, or a command line without args" },
		args: { type: "array", items: text },
		env: { type: "object", additionalProperties: text, description: "Extra variables" },
		cwd: text,
		pty: { ...flag, description: "In a terminal; default true" },
		ready: {
			type: "object",
			properties: {
				log: { ...text, description: "Regex for a line" },
				port: number,
				host: { ...text, description: "Default 127.0.0.1" },
				timeout: { ...number, description: "Seconds, default 30" },
			},
			additionalProperties: false,
		},
		restart: { type: "string", enum: ["no", "on-failure", "always"], description: "Default no" },
		persist: { ...flag, description: "Outlives omp; no terminal, no input" },
		lines: { ...number, description: "logs: default 100, at most 1000" },
		head: { ...flag, description: "logs: from the beginning" },
		grep: { ...text, description: "logs: regex" },
		follow: { ...flag, description: "logs: wait for new output" },
		cursor: { ...number, description: "logs: only after this position" },
		text: { ...text, description: "send: typed into it" },
		enter: { ...flag, description: "send: Enter after text; default true" },
		keys: {
			type: "array",
			items: {
				type: "string",
				enum: ["ENTER", "TAB", "ESCAPE", "CTRL_C", "CTRL_D", "UP", "DOWN", "LEFT", "RIGHT"],
			},
		},
		signal: { ...text, description: "send: such as SIGHUP" },
		timeout: { ...number, description: "wait, follow: seconds, default 30" },
	},
	required: ["op"],
	additionalProperties: false,
} as const;

export type LaunchParams = FromSchema<typeof parameters>;

const traits: ToolTraits = {
	name: "launch",
	partOf: ["hub"],
	effects: ["reads", "writes", "runs", "network"],
	switch: launchSettings.enabled,
	restrictedLike: "bash",
	facts: ({ op, application, args }) =>
		op === "start" && typeof application === "string" ? { command: plainLine(application, args) } : {},
	view: async () => (await import("./view.ts")).launchView,
};

export const launch: BuiltInTool = {
	...traits,
	summary: "Keep programs running",
	sample: async () => (await import("./sample.data.ts")).launchSample,
	settings: [launchSettings],
	create: (services: LaunchServices) => {
		const { settings, workspace, searching, jobs, processes, box } = services;
		// Whoever takes the shell away does not want commands run by another name.
		if (!processes || !settings.get(bashSettings.enabled)) return undefined;
		const shellPath = settings.get(shellSettings.shellPath);
		const tool = launchTool({
			workspace,
			processes,
			ripgrep: searching.ripgrep,
			ownerId: jobs.ownerId,
			...(shellPath && { shellPath }),
			...(box && { box }),
			commandRules: () => commandRules(services),
			...(jobs.interruption && { interruption: jobs.interruption }),
		});
		// Few sessions need it. It can be called without being offered, and commands in the background tell of it.
		return { ...tool, onDemand: () => false };
	},
};

type LaunchServices = Pick<
	ToolServices,
	"settings" | "workspace" | "searching" | "jobs" | "processes" | "shell" | "box"
>;

function plainLine(application: string, args: unknown): string {
	return [application, ...(Array.isArray(args) ? args.map(String) : [])].join(" ");
}

const readOps: ReadonlySet<string> = new Set(["ps", "logs", "wait", "describe"]);

const adapt = adapter({
	names: {
		action: "op",
		operation: "op",
		id: "name",
		process: "name",
		command: "application",
		cmd: "application",
		program: "application",
		arguments: "args",
		environment: "env",
		workdir: "cwd",
		directory: "cwd",
		input: "text",
		tail: "lines",
		limit: "lines",
		pattern: "grep",
		detached: "persist",
	},
});

export function launchTool(deps: LaunchDeps) {
	return defineTool({
		...traits,
		label: "Launch",
		prompt: prompt.trim(),
		parameters,
		...judgedCalls(
			(params: LaunchParams) => (readOps.has(params.op) ? { kind: "other", tier: "read" } : launchAction(params, deps)),
			() => launchFacts(deps),
		),
		approvalDetails: (params) => details(params),
		async approvalRule(params) {
			if (params.op !== "start") return undefined;
			const { launchRule } = await import("./suggest-rule.ts");
			return launchRule(params, deps);
		},
		concurrency: ({ op }) => (readOps.has(op) ? "shared" : "exclusive"),
		loadMode: "discoverable",
		adapt,
		async execute(params, call: ToolCallContext<LaunchDetails>) {
			const { executeLaunch } = await import("./execute.ts");
			return executeLaunch(params, call, deps);
		},
	});
}

function details({
	op,
	name,
	application,
	args,
	env,
	cwd,
	persist,
	text: typed,
	keys,
	signal,
}: LaunchParams): string[] {
	if (op !== "start") {
		const input = typed ?? keys?.join(" ") ?? signal;
		return [`${op} ${name ?? ""}`, ...(input === undefined ? [] : [`Input: ${input}`])];
	}
	return [
		`Command: ${plainLine(application ?? "", args)}`,
		...(cwd === undefined ? [] : [`Folder: ${cwd}`]),
		...Object.entries(env ?? {}).map(([key, value]) => `${key}=${value}`),
		...(persist ? ["Keeps running after omp exits"] : []),
	];
}
