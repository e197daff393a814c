import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { resolveThinkingLevel, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { SessionManager } from "@oh-my-pi/pi-session/operations/session-manager";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import type { ContextFile } from "../../discovery/capabilities/context-files.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import type { Skill } from "../../discovery/capabilities/skills.ts";
import type { SlashCommandFile } from "../../discovery/capabilities/slash-commands.ts";
import type { EventBus } from "../../features/extensions/api/event-bus.ts";
import type { ExtensionAPI } from "../../features/extensions/api/types.ts";
import type { ExtensionFlags } from "../../features/extensions/start/extension-places.ts";
import type { FileCommand } from "../../file-commands/file-command.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import { modelChoiceSettings } from "../../settings/sections/model/providers.ts";
import type { Settings } from "../../settings/settings.ts";
import type { SpawnLimits } from "../../workbench/contract/agent-host.ts";
import type { ConversationSpec } from "../../workbench/contract/conversation-spec.ts";
import type { AuthStorage } from "../parts/auth-storage.ts";
import type { ModelRegistry } from "../parts/model-registry.ts";
import { replacedCommands, replacedFacts } from "./replaced-files.ts";

/** Defaults are the same as on the command line. */
export interface CreateAgentSessionOptions {
	readonly cwd?: string | undefined;
	readonly agentDir?: string | undefined;
	/** Further folders of the workspace, as after `--add-dir`. */
	readonly additionalDirectories?: readonly string[] | undefined;
	readonly authStorage?: AuthStorage | undefined;
	readonly modelRegistry?: ModelRegistry | undefined;
	readonly settings?: Settings | undefined;
	readonly sessionManager?: SessionManager | undefined;
	readonly model?: Model | undefined;
	/** As after `--model`. */
	readonly modelPattern?: string | undefined;
	readonly thinkingLevel?: ThinkingLevel | undefined;
	/** The models that `cycleModel` goes through, as after `--models`. */
	readonly scopedModels?: ReadonlyArray<{ readonly model: Model; readonly thinkingLevel?: ThinkingLevel }> | undefined;
	/** Replaces or rewrites the default system prompt. */
	readonly systemPrompt?: (string | readonly string[] | ((usual: readonly string[]) => readonly string[])) | undefined;
	readonly appendSystemPrompt?: string | undefined;
	/** These in place of those that are found; an empty list for none. */
	readonly skills?: readonly Skill[] | undefined;
	readonly rules?: readonly Rule[] | undefined;
	readonly contextFiles?: ReadonlyArray<Pick<ContextFile, "path" | "content">> | undefined;
	readonly promptTemplates?: ReadonlyArray<Pick<SlashCommandFile, "name" | "content">> | undefined;
	readonly slashCommands?: readonly FileCommand[] | undefined;
	/** Limits the built-in tools to these. */
	readonly toolNames?: readonly string[] | undefined;
	/** Also excludes custom tools that are not named, unless they are allowed. */
	readonly restrictToolNames?: boolean | undefined;
	readonly customTools?: readonly AgentTool[] | undefined;
	readonly allowRestrictedCustomTools?: boolean | undefined;
	/** Approves every call that no policy forbids, as `--auto-approve` does. */
	readonly autoApprove?: boolean | undefined;
	/** Adds the tool `yield`, with which the model hands in a result of this shape; the result is in its details. */
	readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
	/** Reminds the model of `yield` when a run ends without it. */
	readonly requireYieldTool?: boolean | undefined;
	/** How many agents this session is below; those that it starts count against `task.maxRecursionDepth`. */
	readonly taskDepth?: number | undefined;
	/** The agents that it may start: `*`, or names with commas between them; an empty text for none. */
	readonly spawns?: string | undefined;
	/** Extensions of the program itself, loaded after all others. */
	readonly extensions?: readonly ExtensionFactory[] | undefined;
	/** Files and folders of extensions, as after `--extension`. */
	readonly additionalExtensionPaths?: readonly string[] | undefined;
	/** As `--no-extensions`: only `extensions` and `additionalExtensionPaths`. */
	readonly disableExtensionDiscovery?: boolean | undefined;
	/** Messages between extensions and the program; the result has it. */
	readonly eventBus?: EventBus | undefined;
	/** Extensions may ask the user, through what `setToolUIContext` connects. */
	readonly hasUI?: boolean | undefined;
	/** Connects the MCP servers that user and project define; on unless this is false or tools are restricted. */
	readonly enableMCP?: boolean | undefined;
	/** Uses the language servers of the project; on unless this is false or tools are restricted. */
	readonly enableLsp?: boolean | undefined;
	/** Python is looked for when a cell first runs, so there is nothing to skip. */
	readonly skipPythonPreflight?: boolean | undefined;
	/** Identifies the session to providers. */
	readonly providerSessionId?: string | undefined;
	/** Milliseconds since the epoch; a run is aborted then, and later ones are refused. */
	readonly deadline?: number | undefined;
	/** Replaces network requests to models. */
	readonly streamFn?: StreamFn | undefined;
}

export type ExtensionFactory = (pi: ExtensionAPI) => unknown;

const known: Readonly<Record<keyof CreateAgentSessionOptions, true>> = {
	cwd: true,
	agentDir: true,
	additionalDirectories: true,
	authStorage: true,
	modelRegistry: true,
	settings: true,
	sessionManager: true,
	model: true,
	modelPattern: true,
	thinkingLevel: true,
	scopedModels: true,
	systemPrompt: true,
	appendSystemPrompt: true,
	skills: true,
	rules: true,
	contextFiles: true,
	promptTemplates: true,
	slashCommands: true,
	toolNames: true,
	restrictToolNames: true,
	customTools: true,
	allowRestrictedCustomTools: true,
	autoApprove: true,
	outputSchema: true,
	requireYieldTool: true,
	taskDepth: true,
	spawns: true,
	extensions: true,
	additionalExtensionPaths: true,
	disableExtensionDiscovery: true,
	eventBus: true,
	hasUI: true,
	enableMCP: true,
	enableLsp: true,
	skipPythonPreflight: true,
	providerSessionId: true,
	deadline: true,
	streamFn: true,
};

/** What the options mean for the parts of a session. */
export interface SessionPlan {
	readonly spec: Omit<ConversationSpec, "log" | "chooseModel">;
	/** The model that was found may be replaced. */
	chooseModel(found: Chosen): Chosen;
	readonly extensions: Required<Pick<ExtensionFlags, "named" | "discovers" | "inline">>;
	readonly connectsServers: boolean;
	readonly usesLanguageServers: boolean;
	/** Overrides settings for this run. */
	applySettings(settings: Settings): void;
	readonly continuity?: { readonly providerSessionId: string };
}

type Chosen = Parameters<NonNullable<ConversationSpec["chooseModel"]>>[0];

/** Checks and translates the options of `createAgentSession`. Throws for one that is not known. */
export function planSession(options: CreateAgentSessionOptions): SessionPlan {
	checkNames(options);
	const { modelPattern, thinkingLevel, toolNames, appendSystemPrompt, restrictToolNames = false } = options;
	const chooseTools = buildToolChooser(options);
	const rewritePrompt = buildPromptRewrite(options.systemPrompt);
	const changeFacts = replacedFacts(options);
	const changeCommands = replacedCommands(options);
	const { providerSessionId } = options;
	return {
		spec: {
			model: {
				...(modelPattern !== undefined && { model: modelPattern }),
				...(thinkingLevel && { thinking: thinkingLevel }),
			},
			...(toolNames && { toolNames }),
			...(appendSystemPrompt !== undefined && { prompt: { appendSystemPrompt } }),
			...(chooseTools && { chooseTools }),
			...(rewritePrompt && { rewritePrompt }),
			...(changeFacts && { changeFacts }),
			...(changeCommands && { changeCommands }),
			spawning: parseSpawnLimits(options),
		},
		chooseModel: (found) => chooseModel(found, options),
		extensions: {
			named: options.additionalExtensionPaths ?? [],
			discovers: !options.disableExtensionDiscovery && !restrictToolNames,
			inline: options.extensions ?? [],
		},
		connectsServers: (options.enableMCP ?? true) && !restrictToolNames,
		usesLanguageServers: (options.enableLsp ?? true) && !restrictToolNames,
		applySettings: (settings) => applySettings(settings, options),
		...(providerSessionId !== undefined && { continuity: { providerSessionId } }),
	};
}

function checkNames(options: CreateAgentSessionOptions): void {
	for (const name of Object.keys(options)) {
		if (Object.hasOwn(known, name)) continue;
		const names = Object.keys(known);
		const [similar] = nearest(name, names);
		throw new TypeError(
			`createAgentSession: unknown option "${name}"${similar === undefined ? "" : `; did you mean "${similar}"?`}\n` +
				`Known options: ${names.toSorted().join(", ")}`,
		);
	}
}

function applySettings(settings: Settings, { autoApprove, scopedModels }: CreateAgentSessionOptions): void {
	if (autoApprove) settings.override(approvalSettings.approvalMode, "yolo");
	if (scopedModels && scopedModels.length > 0) {
		const patterns = scopedModels.map(
			({ model, thinkingLevel }) => `${selectorOf(model)}${thinkingLevel ? `:${thinkingLevel}` : ""}`,
		);
		settings.override(modelChoiceSettings.enabledModels, patterns);
	}
}

function parseSpawnLimits({ taskDepth = 0, spawns = "*" }: CreateAgentSessionOptions): SpawnLimits {
	const names = spawns.split(",").map((name) => name.trim());
	return { depth: taskDepth, spawns: spawns.trim() === "*" ? "*" : names.filter((name) => name !== "") };
}

/** The offline guide is only useful in the terminal, so a program gets no model instead. */
function chooseModel(found: Chosen, { model, thinkingLevel }: CreateAgentSessionOptions): Chosen {
	if (model) return { model, thinkingLevel: resolveThinkingLevel({ flag: thinkingLevel }, model) };
	return found.model?.api === "offline" ? { ...found, model: undefined } : found;
}

function buildToolChooser(options: CreateAgentSessionOptions): ConversationSpec["chooseTools"] {
	const { customTools = [], restrictToolNames, allowRestrictedCustomTools, toolNames = [] } = options;
	const added = customTools.filter(
		({ name }) => !restrictToolNames || allowRestrictedCustomTools || toolNames.includes(name),
	);
	if (added.length === 0) return undefined;
	return (found) => [...found.filter(({ name }) => !added.some((tool) => tool.name === name)), ...added];
}

function buildPromptRewrite(
	systemPrompt: CreateAgentSessionOptions["systemPrompt"],
): ConversationSpec["rewritePrompt"] {
	if (systemPrompt === undefined) return undefined;
	if (typeof systemPrompt === "function") return systemPrompt;
	const blocks = typeof systemPrompt === "string" ? [systemPrompt] : systemPrompt;
	return () => blocks;
}
