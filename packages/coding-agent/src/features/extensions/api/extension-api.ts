import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sourceOf } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { ConversationOp } from "../../../conversation/contract/op.ts";
import { modelSettings } from "../../../settings/sections/model/model.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { EventBus } from "./event-bus.ts";
import { execute } from "./exec.ts";
import type { Extension } from "./extension.ts";
import { ownEvent } from "./older-scope.ts";
import type { OptionalParts } from "./optional-parts.ts";
import type { Content, ExtensionAPI, Logger, ProviderConfig, ToolInfo } from "./types.ts";

/** What the API needs of the running program. */
export interface Runtime {
	/** Absent while extensions are loaded. */
	readonly session: OpenedConversation | undefined;
	readonly bus: EventBus;
	readonly parts: OptionalParts;
	readonly flags: ReadonlyMap<string, boolean | string>;
	readonly tools: {
		/** Registered and not offered. */
		readonly inactive: Set<string>;
		/** Those of them that are not hidden. */
		waiting(): readonly AgentTool[];
		/** The extension that has registered a tool. */
		ownerOf(tool: AgentTool): Extension | undefined;
	};
	readonly connectProvider: (extension: Extension, name: string, config: ProviderConfig) => void;
	readonly disconnectProvider: (extension: Extension, name: string) => void;
	/** What is registered is different. */
	readonly changed: (extension: Extension) => void;
	readonly report: (extension: Extension, event: string, error: unknown) => void;
	/** What was sent without anybody waiting for it; never rejects. */
	readonly follow: (submitted: Promise<void>) => void;
}

export class ExtensionRuntimeNotInitializedError extends Error {
	override readonly name = "ExtensionRuntimeNotInitializedError";
	constructor() {
		super("Extension runtime not initialized. Action methods cannot be called during extension loading.");
	}
}

/** The models that know service tiers. */
const tieredFamily = "openai";

/** The `pi` of one extension. */
export function extensionApi(extension: Extension, runtime: Runtime): ExtensionAPI {
	const live = () => {
		if (!extension.isLoaded) throw new Error(`Extension ${extension.path} was unloaded`);
		if (!runtime.session) throw new ExtensionRuntimeNotInitializedError();
		return runtime.session;
	};
	/** For what is not awaited: a failure is reported. */
	const submit = (op: ConversationOp, call: string) => {
		const submitted = live().conversation.submit(op);
		runtime.follow(submitted.catch((error: unknown) => runtime.report(extension, call, error)));
	};
	const register = (add: () => void) => {
		if (!extension.isLoaded) throw new Error(`Extension ${extension.path} was unloaded`);
		add();
		runtime.changed(extension);
	};
	return {
		get pi() {
			return runtime.parts.hostPackage;
		},
		logger: createLogger(extension.path),
		get zod() {
			return runtime.parts.schemas.zod;
		},
		get typebox() {
			return runtime.parts.schemas.typebox;
		},
		get arktype() {
			return runtime.parts.schemas.arktype;
		},
		events: {
			on(channel, listener) {
				const leave = runtime.bus.on(channel, listener, (error) =>
					runtime.report(extension, `events:${channel}`, error),
				);
				extension.onUnload(leave, leave);
				return () => {
					extension.onUnload(leave, undefined);
					leave();
				};
			},
			emit: (channel, data) => runtime.bus.emit(channel, data),
		},
		on(event, handler) {
			if (typeof handler !== "function") throw new TypeError(`The handler of ${event} is not a function`);
			const registered = ownEvent(event, handler);
			const known = extension.handlers.get(registered.event) ?? [];
			register(() => extension.handlers.set(registered.event, [...known, registered.handler]));
		},
		registerTool: (definition) => register(() => extension.tools.set(definition.name, definition)),
		registerCommand: (name, options) => register(() => extension.commands.set(name, options)),
		registerShortcut: (key, options) => register(() => extension.shortcuts.set(key.toLowerCase(), options)),
		registerFlag: (name, options) => register(() => extension.flags.set(name, options)),
		registerMessageRenderer: (type, render) => register(() => extension.renderers.set(type, render)),
		registerAssistantThinkingRenderer: (render) =>
			register(() => {
				extension.thinkingRenderer = render;
			}),
		registerProvider: (name, config) =>
			register(() => {
				runtime.connectProvider(extension, name, config);
				extension.providers.set(name, config);
			}),
		unregisterProvider: (name) =>
			register(() => {
				extension.providers.delete(name);
				runtime.disconnectProvider(extension, name);
			}),
		setLabel(label) {
			extension.label = label;
		},
		getFlag: (name) => runtime.flags.get(name) ?? extension.flags.get(name)?.default,
		sendMessage({ customType, content, display, details, attribution }, { triggerTurn, deliverAs } = {}) {
			const message: SessionMessage = {
				role: "custom",
				customType,
				content: typeof content === "string" ? content : [...content],
				display,
				...(details !== undefined && { details }),
				...(attribution && { attribution }),
				timestamp: live().host.now(),
			};
			const as = deliverAs === "followUp" ? "follow_up" : deliverAs === "nextTurn" ? "next_turn" : "steer";
			// With `triggerTurn` a message for the next turn starts that turn.
			const now = as === "next_turn" && triggerTurn ? "follow_up" : as;
			submit({ type: "send", message, as: now, ...(triggerTurn && { triggerTurn }) }, "sendMessage");
		},
		sendUserMessage(content, { deliverAs } = {}) {
			const { isStreaming } = live().conversation;
			// What was sent just before may not run yet; both kinds start a run where there is none.
			const type = deliverAs === "followUp" ? "follow_up" : isStreaming || deliverAs === "steer" ? "steer" : "prompt";
			submit({ type, ...userInput(content) }, "sendUserMessage");
		},
		appendEntry: (customType, data) => void live().log.appendCustomEntry(customType, data),
		exec: (command, args, options = {}) =>
			execute(command, args, { cwd: runtime.session?.folder.path ?? process.cwd(), ...options }),
		getActiveTools: () => live().conversation.nextTools.map(({ name }) => name),
		getAllTools: () =>
			[...allTools(live()), ...runtime.tools.waiting()].map((tool) => toolInfo(tool, runtime.tools.ownerOf(tool))),
		async setActiveTools(names) {
			const session = live();
			for (const name of names) runtime.tools.inactive.delete(name);
			const { conversation } = session;
			// The search for hidden tools belongs to no source.
			const all = new Set([...allTools(session), ...conversation.nextTools]);
			const tools = [...all].filter(({ name }) => names.includes(name));
			await conversation.submit({ type: "set_tools", tools });
		},
		getCommands() {
			const commands = live().workbench.features.extensionHost?.commands ?? [];
			const extensionCommands = commands.map(({ name, description }) => ({
				name,
				description,
				source: "extension" as const,
			}));
			const files = live().fileCommands.known.filter(({ isBundled }) => !isBundled);
			const fileCommands = files.map(({ name, description, source, path, level }) => ({
				name,
				description,
				source: source === "skill" ? source : ("prompt" as const),
				...(level && { location: level }),
				...(path !== undefined && { path }),
			}));
			return [...extensionCommands, ...fileCommands];
		},
		async setModel(model) {
			const { registry, conversation } = live();
			if (!registry.isUsable(model.provider)) return false;
			await conversation.submit({ type: "set_model", model });
			return true;
		},
		getThinkingLevel: () => live().conversation.thinkingLevel,
		setThinkingLevel(level, persist = false) {
			submit({ type: "set_thinking_level", level }, "setThinkingLevel");
			if (persist) live().settings.set(modelSettings.defaultThinkingLevel, level as never);
		},
		getServiceTiers() {
			const { serviceTier } = live().conversation;
			return serviceTier === undefined ? {} : { [tieredFamily]: serviceTier };
		},
		setServiceTier(family, tier) {
			if (family !== tieredFamily) throw new Error(`Models of ${family} have no service tiers`);
			submit({ type: "set_service_tier", tier }, "setServiceTier");
		},
		getSessionName: () => live().log.name,
		setSessionName: (name) => live().conversation.submit({ type: "set_session_name", name }),
	};
}

function allTools({ toolSources, conversation }: OpenedConversation): readonly AgentTool[] {
	return toolSources.tools(conversation.model);
}

function toolInfo(tool: AgentTool, owner: Extension | undefined): ToolInfo {
	const { name, prompt: description, parameters } = tool;
	const sourceInfo = owner
		? { path: owner.path, source: "extension", scope: scopes[owner.origin], origin: owner.name }
		: { path: `<${name}>`, source: sourceOf(tool) ?? "builtin", scope: "temporary" as const, origin: "omp" };
	return { name, description, parameters, sourceInfo };
}

const scopes = {
	project: "project",
	user: "user",
	plugin: "user",
	settings: "user",
	"command-line": "temporary",
	inline: "temporary",
} as const;

function userInput(content: Content) {
	if (typeof content === "string") return { text: content };
	const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
	return { text, images: content.flatMap((block) => (block.type === "image" ? [block] : [])) };
}

/** Into the debug log, which `--debug` shows. */
export function createLogger(path: string): Logger {
	const log = (...text: readonly unknown[]) =>
		logIgnored(`extension ${path}: ${text.map(String).join(" ")}`, undefined);
	return { debug: log, info: log, warn: log, error: log };
}
