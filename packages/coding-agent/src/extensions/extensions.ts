import { scopedValues } from "@oh-my-pi/pi-ai/models/path-scoped";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { Conversation } from "../conversation/conversation.ts";
import type { PluginModule } from "../plugins/plugin-modules.ts";
import { mayHavePlugins } from "../plugins/state/plugin-folders.ts";
import { compactionSettings } from "../settings/sections/compaction.ts";
import { extensionHandlerSettings, extensionSettings } from "../settings/sections/extensions.ts";
import { modelChoiceSettings } from "../settings/sections/providers.ts";
import type { Settings } from "../settings/settings.ts";
import type {
	GuestCommand,
	GuestFront,
	GuestRenderer,
	GuestShortcut,
	Guests,
	GuestThinkingRenderer,
} from "../workbench/guests.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { type ContextParts, extensionContext } from "./api/context.ts";
import { EventBus } from "./api/event-bus.ts";
import { Extension } from "./api/extension.ts";
import { extensionApi, type Runtime } from "./api/extension-api.ts";
import { OptionalParts } from "./api/optional-parts.ts";
import { readModels } from "./api/registry-view.ts";
import type { ExtensionAPI, ExtensionContext, FlagOptions, ProviderConfig } from "./api/types.ts";
import type { ExtensionError, ExtensionPlaces } from "./loading/find-extensions.ts";
import { checkExtensions, loadFactory, messageOf } from "./loading/load-extensions.ts";
import { mentions } from "./loading/module-graph.ts";
import { extensionHook } from "./run/extension-hook.ts";
import { connectProvider, disconnectProvider } from "./run/extension-provider.ts";
import { ExtensionTools } from "./run/extension-tools.ts";
import { type Fields, HandlerCalls } from "./run/handler-calls.ts";
import { type Guarded, guestCommands, guestRenderers, guestThinkingRenderer } from "./run/registered.ts";
import { askForResources, isEmpty } from "./run/resources.ts";
import type { ToolSessionEvent } from "./run/session-events.ts";
import { shortcutsOf } from "./run/shortcuts.ts";
import { withinTime } from "./run/time-limit.ts";

export interface ExtensionFlags {
	/** Paths of `-e`. */
	readonly named: readonly string[];
	/** Folders of `--plugin-dir`. */
	readonly pluginDirs?: readonly string[];
	/** False for `--no-extensions`. */
	readonly discovers: boolean;
	/** Of a program that embeds omp; loaded after all others. */
	readonly inline?: readonly InlineFactory[];
}

export type InlineFactory = (pi: ExtensionAPI) => unknown;

/** Long enough for a factory that asks a server, short enough for somebody who waits for omp to start. */
const factoryLimitMs = 10_000;

/** Somebody waits for omp to end. */
const shutdownLimitMs = 3000;

/** The extensions of a process: loads them, connects them with conversations, and takes everything of them away again. */
export class Extensions implements Guests, Runtime {
	session: OpenedConversation | undefined;
	readonly bus = new EventBus();
	readonly tell = this.bus.emit.bind(this.bus);
	flags: ReadonlyMap<string, boolean | string> = new Map();
	readonly tools: ExtensionTools;
	readonly parts: OptionalParts;
	readonly #workbench: Workbench;
	readonly #given: ExtensionFlags;
	readonly #calls: HandlerCalls;
	readonly #listeners = new Set<() => void>();
	readonly #reported = new Set<string>();
	#extensions: readonly Extension[] = [];
	#front: GuestFront = { mode: "print" };
	#contexts = new WeakMap<Extension, WeakMap<Conversation, ExtensionContext>>();
	#wantsCommands = false;
	#hasBegun = false;
	#leave: Array<() => void> = [];
	#shortcuts: readonly GuestShortcut[] | undefined;

	constructor(workbench: Workbench, given: ExtensionFlags) {
		this.#workbench = workbench;
		this.#given = given;
		this.parts = new OptionalParts(workbench.host.packages);
		this.tools = new ExtensionTools(workbench, {
			context: (extension) => this.#context(extension),
			session: () => this.session,
			report: (extension, event, error) => this.report(extension, event, error),
		});
		this.#calls = new HandlerCalls({
			extensions: () => this.#extensions,
			contextFor: (extension, conversation) => this.#context(extension, conversation),
			report: this.report,
			limitMs: (event) => this.#limitMs(event),
		});
	}

	/** The places that are looked at, for the gate and for loading. */
	async #places(): Promise<ExtensionPlaces> {
		const { host, agentDir, settings } = this.#workbench;
		const { named, discovers } = this.#given;
		return {
			named,
			discovers,
			cwd: host.cwd,
			home: host.home,
			agentDir,
			plugins: await this.#pluginModules(),
			configured: settings.get(extensionSettings.extensions),
			disabled: settings.get(extensionSettings.disabledExtensions),
			disabledProviders: scopedValues(settings.get(modelChoiceSettings.disabledProviders), host, "providers"),
		};
	}

	async #pluginModules(): Promise<readonly PluginModule[]> {
		const { host, gate } = this.#workbench;
		const { pluginDirs = [], discovers } = this.#given;
		if (pluginDirs.length === 0 && !(discovers && mayHavePlugins(host))) return [];
		const { pluginModules } = await import("../plugins/plugin-modules.ts");
		return pluginModules({ host, gate, pluginDirs, discovers });
	}

	/** Loads what is trusted, one after the other; gives what failed. */
	async load(): Promise<readonly ExtensionError[]> {
		const { gate, host } = this.#workbench;
		const { admitted, errors } = checkExtensions(await this.#places(), gate);
		const failed = [...errors];
		for (const checked of admitted) {
			const problem = await this.#start(new Extension(checked), async () => {
				const factory = await loadFactory<ExtensionAPI>(checked, host.packages ?? {});
				if (mentions(checked.graph, /\bmodelRegistry\b/)) await readModels(this.#workbench.registry);
				await this.parts.loadFor(checked.graph);
				this.#wantsCommands ||= mentions(checked.graph, /\bgetCommands\b/);
				return factory;
			});
			if (problem) failed.push(problem);
		}
		for (const [index, factory] of (this.#given.inline ?? []).entries()) {
			const name = factory.name || `inline-${index + 1}`;
			await this.parts.loadAll();
			this.#wantsCommands = true;
			const extension = new Extension({ path: `<inline:${name}>`, name, origin: "inline" });
			const problem = await this.#start(extension, async () => factory);
			if (problem) failed.push(problem);
		}
		return failed;
	}

	/** Runs a factory; one that fails leaves nothing. */
	async #start(extension: Extension, load: () => Promise<InlineFactory>): Promise<ExtensionError | undefined> {
		try {
			const factory = await load();
			await withinTime(extension, factoryLimitMs, () => this.#run(extension, factory));
			for (const [name, config] of extension.providers) connectProvider(extension, name, config, this.#workbench);
			this.#extensions = [...this.#extensions, extension];
			return undefined;
		} catch (error) {
			extension.unload();
			return { path: extension.path, error: messageOf(error) };
		}
	}

	/** Custom tools and commands return what they bring; others register it. */
	async #run(extension: Extension, factory: InlineFactory): Promise<void> {
		const api = extensionApi(extension, this);
		if (extension.kind !== "tool" && extension.kind !== "command") {
			await factory(api);
			return;
		}
		const [{ moduleApi }, { registerReturned }] = await Promise.all([
			import("./modules/module-api.ts"),
			import("./modules/start-module.ts"),
		]);
		const { host, tools } = this.#workbench;
		const returned = await factory(moduleApi(extension, api, this, { cwd: host.cwd, ui: () => this.#front.ui }));
		const known = [...tools, ...this.#extensions.flatMap((other) => [...other.tools.values()])];
		registerReturned(extension, returned, { runtime: this, takenTools: new Set(known.map(({ name }) => name)) });
	}

	/** From here on extensions may act. */
	attach(session: OpenedConversation): void {
		this.session = session;
		const workbench = this.#workbench;
		const removeHook = workbench.addHook((live) => {
			const conversation = workbench.findConversation(live.id) ?? session.conversation;
			return extensionHook(this.#calls, conversation, live, {
				compactionSettings: () => valuesOf(compactionSettings, workbench.settings),
				tellTools: (event) => this.#tellTools(event),
				onShutdown: () => this.unload(),
			});
		});
		for (const extension of this.#extensions) this.tools.offer(extension);
		const signal = (event: string, fields: Fields) => void this.#calls.call(event, session.conversation, () => fields);
		const ignoreLogins = workbench.registry.onCredentialDisabled((provider, cause) =>
			signal("credential_disabled", { provider, cause }),
		);
		this.#leave = [removeHook, ignoreLogins];
		this.#listenToServers(signal);
	}

	/** Notifications wait for somebody who wants them. */
	#listenToServers(signal: (event: string, fields: Fields) => void): void {
		if (!this.#calls.has("mcp_notification")) return;
		this.#leave.push(this.#workbench.mcpNotifications.listen((told) => signal("mcp_notification", { ...told })));
	}

	async begin(front: GuestFront): Promise<void> {
		this.#front = front;
		this.#contexts = new WeakMap();
		this.#hasBegun = true;
		this.#changed();
		// Says which of them cannot be used.
		void this.shortcuts;
		await this.#announceStart("startup");
	}

	async reload(): Promise<readonly string[]> {
		const { session } = this;
		if (this.#hasBegun && session) {
			await this.#calls.call("session_shutdown", session.conversation, () => ({}));
			await this.#tellTools({ reason: "shutdown" });
		}
		this.unload();
		const failed = await this.load();
		if (session) this.attach(session);
		this.#changed();
		if (this.#hasBegun) await this.#announceStart("reload");
		await session?.conversation.refresh();
		return failed.map(describeError);
	}

	/** Leaves nothing behind: hooks, tools, providers, timers, status texts, widgets, listeners. */
	unload(): void {
		for (const leave of this.#leave.splice(0)) leave();
		for (const extension of this.#extensions) {
			extension.unload();
		}
		this.#extensions = [];
		this.tools.clear();
		this.session = undefined;
		this.#reported.clear();
	}

	/** What the command line said about flags of extensions. */
	setFlags(flags: ReadonlyMap<string, boolean | string>): void {
		this.flags = flags;
	}

	/** Each name once; of several extensions the last has it. */
	get registeredFlags(): ReadonlyArray<{
		readonly name: string;
		readonly path: string;
		readonly options: FlagOptions;
	}> {
		const all = this.#extensions.flatMap(({ path, flags }) =>
			[...flags].map(([name, options]) => ({ name, path, options })),
		);
		return [...new Map(all.map((flag) => [flag.name, flag])).values()];
	}

	get loaded(): readonly Extension[] {
		return this.#extensions;
	}

	get commands(): readonly GuestCommand[] {
		return guestCommands(this.#extensions, this.#guarded, async (context) => {
			const { commandContext } = await import("./api/command-context.ts");
			return commandContext(context, this.#parts(), () => this.reload().then(() => {}));
		});
	}

	/** Found out once after each change: it is asked for with every key. */
	get shortcuts(): readonly GuestShortcut[] {
		this.#shortcuts ??= shortcutsOf(this.#extensions, this.report, this.#guarded);
		return this.#shortcuts;
	}

	get thinkingRenderer(): GuestThinkingRenderer | undefined {
		return guestThinkingRenderer(this.#extensions, this.report);
	}

	get renderers(): readonly GuestRenderer[] {
		return guestRenderers(this.#extensions, this.report);
	}

	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** At once after loading; while loading, once the factory is through, so that one that fails leaves nothing. */
	connectProvider(extension: Extension, name: string, config: ProviderConfig): void {
		if (this.#extensions.includes(extension)) connectProvider(extension, name, config, this.#workbench);
	}

	readonly disconnectProvider = disconnectProvider;

	/** Of registrations after loading: `Runtime.changed`. */
	readonly changed = (extension: Extension): void => {
		if (!this.session || !this.#extensions.includes(extension)) return;
		this.tools.offer(extension);
		this.#changed();
	};

	/** Each failure of an extension at an event is said once. */
	readonly report = (extension: Extension, event: string, error: unknown): void => {
		const failure = { extensionPath: extension.path, event, error: messageOf(error) };
		const key = JSON.stringify([extension.path, event]);
		if (this.#reported.has(key)) return;
		this.#reported.add(key);
		if (this.#front.onError) this.#front.onError(failure);
		else
			this.session?.conversation.notify("error", `Extension error (${extension.path}): ${failure.error}`, "extensions");
	};

	async #announceStart(reason: "startup" | "reload"): Promise<void> {
		const { session } = this;
		if (!session) return;
		// `getCommands` cannot wait for files.
		if (this.#wantsCommands) await session.fileCommands.list();
		await this.#calls.call("session_start", session.conversation, () => ({}));
		await this.#tellTools({ reason: "start" });
		await this.#discoverResources(session, reason);
	}

	/** What extensions add to skills, prompts and themes; what earlier ones added is gone. */
	async #discoverResources(session: OpenedConversation, reason: "startup" | "reload"): Promise<void> {
		const before = this.#workbench.resources;
		const resources = await askForResources(this.#calls, session, reason);
		if (isEmpty(before) && isEmpty(resources)) return;
		this.#workbench.resources = resources;
		session.fileCommands.forget();
		await session.refreshPrompt();
		this.#changed();
	}

	/** `onSession` of tools, one after the other. */
	async #tellTools(event: ToolSessionEvent): Promise<void> {
		for (const extension of this.#extensions) {
			for (const { name, onSession } of extension.tools.values()) {
				if (!onSession || !this.session) continue;
				const limitMs = this.#limitMs(event.reason === "shutdown" ? "session_shutdown" : "onSession");
				await this.#guarded(extension, `tool:${name}`, (context) =>
					withinTime(extension, limitMs, () => onSession(event, context)),
				);
			}
		}
	}

	#limitMs(event: string): number {
		const limit = this.#workbench.settings.get(extensionHandlerSettings.toolCallTimeoutMs);
		return event === "session_shutdown" ? Math.min(limit || shutdownLimitMs, shutdownLimitMs) : limit;
	}

	#parts(conversation?: Conversation): ContextParts {
		const { session } = this;
		if (!session) throw new Error("No session is open");
		return {
			session,
			conversation: conversation ?? session.conversation,
			front: this.#front,
			optional: this.parts,
			report: this.report,
		};
	}

	/** Made once for each extension and conversation: events are many. */
	#context(extension: Extension, given?: Conversation): ExtensionContext {
		const parts = this.#parts(given);
		const known = this.#contexts.get(extension) ?? new WeakMap<Conversation, ExtensionContext>();
		this.#contexts.set(extension, known);
		const context = known.get(parts.conversation) ?? extensionContext(extension, parts);
		known.set(parts.conversation, context);
		return context;
	}

	/** A failure is reported; whoever called goes on. */
	readonly #guarded: Guarded = async (extension, event, run) => {
		try {
			return await run(this.#context(extension));
		} catch (error) {
			this.report(extension, event, error);
			return undefined;
		}
	};

	#changed(): void {
		this.#shortcuts = undefined;
		for (const listener of [...this.#listeners]) listener();
	}
}

export function describeError({ path, error }: ExtensionError): string {
	return `Failed to load extension ${path}: ${error}`;
}

function valuesOf(section: Readonly<Record<string, Setting<unknown>>>, settings: Settings): Record<string, unknown> {
	return Object.fromEntries(Object.entries(section).map(([name, setting]) => [name, settings.get(setting)]));
}
