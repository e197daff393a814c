import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { preconnectTo } from "@oh-my-pi/pi-ai/transport/connect/preconnect";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { SessionManager } from "@oh-my-pi/pi-session/operations/session-manager";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openSession } from "../../assembly/open-session.ts";
import { EventBus } from "../../features/extensions/api/event-bus.ts";
import { extensionsFeature } from "../../features/extensions/feature.ts";
import { processHost } from "../../process/process-host.ts";
import { prepareStart } from "../../startup/prepare-start.ts";
import type { FrontEndPorts } from "../../workbench/contract/front-end.ts";
import { AuthStorage } from "../parts/auth-storage.ts";
import { findMcpManager, type McpManager } from "../parts/mcp-servers.ts";
import { addToSession } from "./add-to-session.ts";
import { AgentSession } from "./agent-session.ts";
import { type CreateAgentSessionOptions, planSession } from "./session-options.ts";
import { sessionUi } from "./session-ui.ts";

export interface CreateAgentSessionResult {
	readonly session: AgentSession;
	/** Connects a user interface for questions; with the option `hasUI` extensions ask there, too. */
	setToolUIContext(ui: FrontEndPorts): void;
	/** What was loaded, and what failed to. */
	readonly extensionsResult: ExtensionsResult;
	/** Where servers are defined: their connections. */
	readonly mcpManager?: McpManager;
	/** Why it is not the expected model. */
	readonly modelFallbackMessage?: string;
	/** Messages between extensions and the program. */
	readonly eventBus: EventBus;
}

export interface ExtensionsResult {
	readonly extensions: ReadonlyArray<{ readonly path: string; readonly name: string }>;
	readonly errors: ReadonlyArray<{ readonly path: string; readonly error: string }>;
}

/** Creates a session in this process, as the command line does. */
export async function createAgentSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
	const plan = planSession(options);
	const world = processHost();
	const host = { ...world, cwd: options.cwd ?? world.cwd };
	const { agentDir: agentFolder } = options;
	const prepared = await prepareStart(host, {
		configFiles: [],
		allowHome: true,
		noPty: false,
		...(agentFolder !== undefined && { agentDir: agentFolder }),
	});
	const { agentDir } = prepared;
	const settings = options.settings ?? prepared.settings;
	plan.applySettings(settings);
	const { cwd } = prepared.host;
	const registry = await openRegistry(options, agentDir, prepared.host);
	const manager =
		options.sessionManager ?? new SessionManager(createSession(fileEnvironment(prepared.host, agentDir), { cwd }));
	const { streamFn, eventBus = new EventBus() } = options;
	const { named, discovers, inline } = plan.extensions;
	let fallback: string | undefined;
	const session = await openSession(
		{ ...prepared, settings },
		{
			log: manager.log,
			registry,
			...(streamFn && { streamFn }),
			// Nobody watches, as in print mode.
			print: true,
			extensions: named,
			noExtensions: !discovers,
			inlineExtensions: inline,
			eventBus,
			noMcpServers: !plan.connectsServers,
			noLsp: !plan.usesLanguageServers,
			...plan.continuity,
			conversation: {
				...plan.spec,
				chooseModel(found) {
					const { notice, ...chosen } = plan.chooseModel(found);
					fallback = notice;
					return chosen;
				},
			},
		},
	);
	const { features } = session.workbench;
	await addToSession(session, options);
	const running = features.find(extensionsFeature);
	await running?.extensions.begin({ mode: "print", ...(options.hasUI && { ui: sessionUi(session) }) });
	await session.conversation.refresh();
	const mcpManager = await findMcpManager(features);
	session.conversation.addHook({
		name: "session-manager",
		afterSessionChange: () => manager.follow(session.conversation.log),
	});
	const address = session.conversation.model?.baseUrl;
	if (address && !options.streamFn) preconnectTo(address);
	return {
		session: new AgentSession(session, manager),
		setToolUIContext: (ui) => session.frontEnd.connect(ui),
		extensionsResult: {
			extensions: (running?.extensions.loaded ?? []).map(({ path, name }) => ({ path, name })),
			errors: running?.errors ?? [],
		},
		...(mcpManager && { mcpManager }),
		...(fallback !== undefined && { modelFallbackMessage: fallback }),
		eventBus,
	};
}

async function openRegistry(
	options: CreateAgentSessionOptions,
	agentDir: string,
	{ cwd, env }: Host,
): Promise<ModelRegistry> {
	const { modelRegistry, authStorage } = options;
	if (modelRegistry && authStorage && modelRegistry.authStorage !== authStorage) {
		throw new Error(
			"authStorage and modelRegistry must share one store: make the registry with discoverModels(authStorage)",
		);
	}
	return modelRegistry
		? modelRegistry.open()
		: (authStorage ?? (await AuthStorage.create(agentDir))).loadRegistry({ cwd, env });
}
