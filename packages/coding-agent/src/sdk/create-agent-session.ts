import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { resolveThinkingLevel, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import { createSession } from "@oh-my-pi/pi-session/create-session";
import { fileEnvironment } from "@oh-my-pi/pi-session/session-environment";
import { SessionManager } from "@oh-my-pi/pi-session/session-manager";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { attachAgents } from "../agents/agents.ts";
import type { ExtensionAPI } from "../extensions/api/types.ts";
import { mayHaveExtensions } from "../extensions/has-extensions.ts";
import { mayHaveServers } from "../mcp/has-servers.ts";
import type { McpManager } from "../mcp/mcp-manager.ts";
import type { StartingModel } from "../models/starting-model.ts";
import { resolveDirectories } from "../process/directories.ts";
import { processHost } from "../process/process-host.ts";
import { envClaim } from "../trust/env-claim.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import type { FrontEndPorts } from "../workbench/front-end.ts";
import { type ConversationSpec, openConversation } from "../workbench/open-conversation.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { Workbench } from "../workbench/workbench.ts";
import { AgentSession } from "./agent-session.ts";
import { AuthStorage } from "./auth-storage.ts";
import { discoverModels } from "./model-registry.ts";
import { Settings } from "./settings.ts";

/** Defaults are the same as on the command line. */
export interface CreateAgentSessionOptions {
	readonly cwd?: string | undefined;
	readonly agentDir?: string | undefined;
	readonly authStorage?: AuthStorage | undefined;
	readonly modelRegistry?: ModelRegistry | undefined;
	readonly settings?: Settings | undefined;
	readonly sessionManager?: SessionManager | undefined;
	readonly model?: Model | undefined;
	/** As after `--model`. */
	readonly modelPattern?: string | undefined;
	readonly thinkingLevel?: ThinkingLevel | undefined;
	/** Replaces or rewrites the default system prompt. */
	readonly systemPrompt?: (string | readonly string[] | ((usual: readonly string[]) => readonly string[])) | undefined;
	readonly appendSystemPrompt?: string | undefined;
	/** Limits the built-in tools to these. */
	readonly toolNames?: readonly string[] | undefined;
	/** Also excludes custom tools that are not named, unless they are allowed. */
	readonly restrictToolNames?: boolean | undefined;
	readonly customTools?: readonly AgentTool[] | undefined;
	readonly allowRestrictedCustomTools?: boolean | undefined;
	/** Extensions of the program itself, loaded after all others. */
	readonly extensions?: readonly ExtensionFactory[] | undefined;
	/** Files and folders of extensions, as after `--extension`. */
	readonly additionalExtensionPaths?: readonly string[] | undefined;
	/** As `--no-extensions`: only `extensions` and `additionalExtensionPaths`. */
	readonly disableExtensionDiscovery?: boolean | undefined;
	/** Connects the MCP servers that user and project define; on unless this is false or tools are restricted. */
	readonly enableMCP?: boolean | undefined;
	/** Replaces network requests to models. */
	readonly streamFn?: StreamFn | undefined;
}

export type ExtensionFactory = (pi: ExtensionAPI) => unknown;

export interface CreateAgentSessionResult {
	readonly session: AgentSession;
	/** Connects a user interface for questions. */
	setToolUIContext(ui: FrontEndPorts): void;
	/** What was loaded, and what failed to. */
	readonly extensionsResult: ExtensionsResult;
	/** Where servers are defined: their connections. */
	readonly mcpManager?: McpManager;
	/** Why it is not the expected model. */
	readonly modelFallbackMessage?: string;
}

export interface ExtensionsResult {
	readonly extensions: ReadonlyArray<{ readonly path: string; readonly name: string }>;
	readonly errors: ReadonlyArray<{ readonly path: string; readonly error: string }>;
}

/** Creates a session in this process. */
export async function createAgentSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
	const world = processHost();
	const given = { ...world, cwd: options.cwd ?? world.cwd };
	const { agent, config: configDir } = resolveDirectories(given);
	const agentDir = options.agentDir ?? agent;
	const gate = new TrustGate({ agentDir, cwd: given.cwd, home: given.home });
	const env = await loadDotEnv(given, agentDir, configDir, (project) => gate.admits(envClaim(project)));
	const host = { ...given, env };
	const { cwd } = host;
	const registry = await registryOf(options, agentDir, cwd);
	const settings = options.settings ?? (await Settings.init({ cwd, agentDir }));
	const manager = options.sessionManager ?? new SessionManager(createSession(fileEnvironment(host, agentDir), { cwd }));
	let fallback: string | undefined;
	const { streamFn, modelPattern, thinkingLevel, toolNames, appendSystemPrompt } = options;
	const workbench = new Workbench({ host, agentDir, settings, registry, ...(streamFn && { streamFn }) });
	attachAgents(workbench);
	const { extensions, ...extensionsResult } = await loadExtensions(workbench, options);
	const chooseTools = toolsOf(options);
	const rewritePrompt = promptOf(options.systemPrompt);
	const session = await openConversation(workbench, {
		log: manager.log,
		model: {
			...(modelPattern !== undefined && { model: modelPattern }),
			...(thinkingLevel && { thinking: thinkingLevel }),
		},
		...(toolNames && { toolNames }),
		...(appendSystemPrompt !== undefined && { prompt: { appendSystemPrompt } }),
		chooseModel(found) {
			const { notice, ...chosen } = chooseModel(found, options);
			fallback = notice;
			return chosen;
		},
		...(chooseTools && { chooseTools }),
		...(rewritePrompt && { rewritePrompt }),
	});
	if (extensions) {
		extensions.attach(session);
		await extensions.begin({ mode: "print" });
		await session.conversation.refresh();
	}
	const mcpManager = await connectServers(session, options);
	session.conversation.addHook({
		name: "session-manager",
		afterSessionChange: () => manager.follow(session.conversation.log),
	});
	const address = session.conversation.model?.baseUrl;
	if (address && !options.streamFn) {
		void ignoreFailure(() => fetch.preconnect(address), "preconnecting only saves time");
	}
	return {
		session: new AgentSession(session),
		setToolUIContext: (ui) => session.frontEnd.connect(ui),
		extensionsResult: { ...extensionsResult.result },
		...(mcpManager && { mcpManager }),
		...(fallback !== undefined && { modelFallbackMessage: fallback }),
	};
}

/** Nothing of them is loaded where there are none. A restricted session gets only what the program itself brings. */
async function loadExtensions(workbench: Workbench, options: CreateAgentSessionOptions) {
	const { extensions: inline = [], additionalExtensionPaths: named = [], restrictToolNames } = options;
	const discovers = !options.disableExtensionDiscovery && !restrictToolNames;
	const { host, agentDir, settings } = workbench;
	const none: ExtensionsResult = { extensions: [], errors: [] };
	const isWanted = inline.length + named.length > 0 || (discovers && mayHaveExtensions({ host, agentDir, settings }));
	if (!isWanted) return { extensions: undefined, result: none };
	const { Extensions } = await import("../extensions/extensions.ts");
	const extensions = new Extensions(workbench, { named, discovers, inline });
	workbench.guests = extensions;
	const errors = await extensions.load();
	const loaded = extensions.loaded.map(({ path, name }) => ({ path, name }));
	return { extensions, result: { extensions: loaded, errors } satisfies ExtensionsResult };
}

/** The first prompt waits for them. Nothing of MCP is loaded where no server is defined. */
async function connectServers(
	session: OpenedConversation,
	{ enableMCP = true, restrictToolNames }: CreateAgentSessionOptions,
): Promise<McpManager | undefined> {
	const { workbench } = session;
	if (!enableMCP || restrictToolNames || !mayHaveServers(workbench)) return undefined;
	const { findServers, mcpSession } = await import("../mcp/mcp-session.ts");
	const loaded = await findServers(workbench);
	for (const warning of loaded.warnings) session.conversation.notify("warning", warning, "mcp");
	if (loaded.servers.length === 0) return undefined;
	const servers = mcpSession(session, { isHeadless: () => true });
	servers.start(loaded);
	return servers.manager();
}

async function registryOf(options: CreateAgentSessionOptions, agentDir: string, cwd: string): Promise<ModelRegistry> {
	const { modelRegistry, authStorage } = options;
	if (modelRegistry && authStorage && modelRegistry.store !== authStorage.store) {
		throw new Error(
			"authStorage and modelRegistry must share one store: make the registry with discoverModels(authStorage)",
		);
	}
	return modelRegistry ?? discoverModels(authStorage ?? (await AuthStorage.create(agentDir)), { cwd });
}

/** The offline guide is only useful in the terminal, so a program gets no model instead. */
function chooseModel(found: StartingModel, { model, thinkingLevel }: CreateAgentSessionOptions): StartingModel {
	if (model) return { model, thinkingLevel: resolveThinkingLevel({ flag: thinkingLevel }, model) };
	return found.model?.api === "offline" ? { ...found, model: undefined } : found;
}

function toolsOf(options: CreateAgentSessionOptions): ConversationSpec["chooseTools"] {
	const { customTools = [], restrictToolNames, allowRestrictedCustomTools, toolNames = [] } = options;
	const added = customTools.filter(
		({ name }) => !restrictToolNames || allowRestrictedCustomTools || toolNames.includes(name),
	);
	if (added.length === 0) return undefined;
	return (found) => [...found.filter(({ name }) => !added.some((tool) => tool.name === name)), ...added];
}

function promptOf(systemPrompt: CreateAgentSessionOptions["systemPrompt"]): ConversationSpec["rewritePrompt"] {
	if (systemPrompt === undefined) return undefined;
	if (typeof systemPrompt === "function") return systemPrompt;
	const blocks = typeof systemPrompt === "string" ? [systemPrompt] : systemPrompt;
	return () => blocks;
}
