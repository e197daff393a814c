import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Action } from "@oh-my-pi/pi-policy/action";
import type { ActionFacts } from "@oh-my-pi/pi-policy/verdict/judge-action";
import { commandRules } from "../bash/preferences.ts";
import { bashSettings } from "../bash/settings.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { toolSettings } from "../contract/settings.ts";
import { mutationPorts } from "../edit/mutate-ports.ts";
import { pathBase } from "../files/mutate/ports.ts";
import { changeFacts } from "../files/paths/call-files.ts";
import { namedPaths } from "../files/paths/named-paths.ts";
import type { ToolServices } from "../services/services.ts";
import { adaptLspCall } from "./call/adapt-call.ts";
import type { LspDetails, LspPorts } from "./call/lsp-call.ts";
import { hiddenLspParameters, isWriting, type LspParams, lspParameters } from "./call/parameters.ts";
import { findProjectCheck } from "./diagnostics/project-check.ts";
import prompt from "./prompt.md" with { type: "text" };
import { lspSettings } from "./settings.ts";

export interface LspDeps extends Omit<LspPorts, "listings"> {
	/** What commands are judged by, besides the workspace. */
	readonly commandFacts?: () => Partial<ActionFacts>;
}

const traits: ToolTraits = {
	name: "lsp",
	effects: ["reads", "writes", "runs"],
	switch: lspSettings.enabled,
	topics: ["rename", "refactor", "refactoring", "definition", "references", "usages", "callers", "diagnostics"],
	facts: ({ action, file, new_name: newName }) => {
		if (action === "rename_file") return changeFacts([file, newName]);
		return action === "rename" || action === "code_actions" ? changeFacts([file]) : {};
	},
	view: async () => (await import("./view.ts")).lspView,
};

export const lsp: BuiltInTool = {
	...traits,
	summary: "Ask language servers about code",
	sample: async () => (await import("./sample.data.ts")).lspSample,
	settings: [lspSettings],
	create: (services: LspServices) => {
		const { settings, workspace, searching, shell, languages } = services;
		if (!languages || !settings.get(lspSettings.enabled)) return undefined;
		const { env, agentDir, workTree, isGitUntrusted } = workspace;
		const tool = lspTool({
			...mutationPorts(services),
			languages,
			finder: searching.finder,
			env,
			maxTimeoutSeconds: settings.get(toolSettings.maxTimeout),
			// Whoever takes the shell away does not want commands run by another name.
			...(settings.get(bashSettings.enabled) && { shell: shell.shell }),
			commandFacts: () => ({ agentDir, workTree, isGitUntrusted, rules: commandRules(services) }),
		});
		// Elsewhere it can be called without being offered; where a server could answer, prompts about renames and the like bring it.
		return { ...tool, onDemand: languages.isOfUse, isTopical: languages.hasServers };
	},
};

type LspServices = Pick<ToolServices, "settings" | "workspace" | "files" | "searching" | "shell" | "languages">;

export function lspTool(deps: LspDeps) {
	const ports: LspPorts = { ...deps, listings: {} };
	const facts = () => ({ ...pathBase(ports), ...deps.commandFacts?.() });
	const judged = judgedCalls((params: LspParams) => lspAction(params, ports), facts);
	return defineTool({
		...traits,
		label: "LSP",
		prompt: prompt.trim(),
		parameters: lspParameters,
		hiddenParameters: hiddenLspParameters,
		approval: judged.approval,
		async callEffects(params) {
			const effects = await judged.callEffects(params);
			// Which files an edit touches, the server says when it is asked.
			return isWriting(params.action) ? { ...effects, writes: "unknown" } : effects;
		},
		approvalDetails: ({ action, ...params }) => {
			const check = action === "diagnostics" && params.file === "*" ? findProjectCheck(ports.cwd()) : undefined;
			if (check) return [`Command: ${check.line}`];
			return [`Action: ${action}`, ...Object.entries(params).map(([name, value]) => `${name}: ${value}`)];
		},
		concurrency: ({ action }) => (isWriting(action) ? "exclusive" : "shared"),
		loadMode: "discoverable",
		adapt: adaptLspCall,
		async execute(params, call: ToolCallContext<LspDetails>) {
			const { executeLsp } = await import("./execute.ts");
			return executeLsp(params, call, ports);
		},
	});
}

/** What a call asks for: to read a file, to change one, or to run the project's own checker. */
function lspAction({ action, file = "", new_name: newName }: LspParams, { cwd }: LspPorts): Action {
	const paths = file === "" || file === "*" ? [] : [file];
	switch (action) {
		case "diagnostics":
			return file === "*" ? checkAction(cwd()) : { kind: "read", paths: namedPaths(paths) };
		case "rename":
		case "code_actions":
			return { kind: "write", paths };
		case "rename_file":
			return { kind: "write", paths: [...paths, ...(newName === undefined ? [] : [newName])] };
		case "reload":
		case "request":
			return { kind: "other", tier: "write" };
		default:
			return { kind: "read", paths: namedPaths(paths) };
	}
}

function checkAction(cwd: string): Action {
	const check = findProjectCheck(cwd);
	return check ? { kind: "command", line: check.line, cwd } : { kind: "other", tier: "read" };
}
