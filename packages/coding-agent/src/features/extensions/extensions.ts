import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { packagesOf } from "../../process/host-packages.ts";
import type {
	ExtensionCommand,
	ExtensionFrontEnd,
	ExtensionHost,
	ExtensionRenderer,
	ExtensionResources,
	ExtensionShortcut,
	ExtensionThinkingRenderer,
} from "../../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { EventBus } from "./api/event-bus.ts";
import type { Extension } from "./api/extension.ts";
import type { Runtime } from "./api/extension-api.ts";
import { OptionalParts } from "./api/optional-parts.ts";
import type { FlagOptions, ProviderConfig } from "./api/types.ts";
import type { ExtensionError } from "./loading/find-extensions.ts";
import { ExtensionContexts } from "./run/extension-contexts.ts";
import { connectProvider, disconnectProvider } from "./run/extension-provider.ts";
import { ExtensionRequests } from "./run/extension-requests.ts";
import { ExtensionTools } from "./run/extension-tools.ts";
import { followSession } from "./run/follow-session.ts";
import { HandlerCalls } from "./run/handler-calls.ts";
import { handlerLimitMs } from "./run/handler-limit.ts";
import { extensionCommands, extensionRenderers, extensionThinkingRenderer, type Guarded } from "./run/registered.ts";
import { askForResources, isEmpty } from "./run/resources.ts";
import { collectShortcuts } from "./run/shortcuts.ts";
import { ToolSessions } from "./run/tool-sessions.ts";
import type { ExtensionFlags } from "./start/extension-places.ts";
import { startExtensions } from "./start/start-extensions.ts";

/** The extensions of a process: loads them, connects them with conversations, and takes everything of them away again. */
export class Extensions implements ExtensionHost, Runtime {
	session: OpenedConversation | undefined;
	/** What they add to skills, prompts and themes. */
	resources: ExtensionResources = { skills: [], prompts: [], themes: [] };
	readonly bus: EventBus;
	readonly tell = (channel: string, data: unknown): void => this.bus.emit(channel, data);
	flags: ReadonlyMap<string, boolean | string> = new Map();
	readonly tools: ExtensionTools;
	readonly parts: OptionalParts;
	readonly #workbench: Workbench;
	readonly #options: ExtensionFlags;
	readonly #calls: HandlerCalls;
	readonly #requests: ExtensionRequests;
	readonly #listeners = new Set<() => void>();
	readonly #reported = new Set<string>();
	readonly #submitted = new Set<Promise<void>>();
	#extensions: readonly Extension[] = [];
	#front: ExtensionFrontEnd = { mode: "print" };
	readonly #contexts: ExtensionContexts;
	readonly #toolSessions: ToolSessions;
	#wantsCommands = false;
	#hasBegun = false;
	#leave: Array<() => void> = [];
	#shortcuts: readonly ExtensionShortcut[] | undefined;

	constructor(workbench: Workbench, options: ExtensionFlags) {
		this.#workbench = workbench;
		this.#options = options;
		this.bus = options.bus ?? new EventBus();
		this.#requests = new ExtensionRequests(workbench.host.newId());
		this.parts = new OptionalParts(packagesOf(workbench.host)(this.#requests));
		this.#contexts = new ExtensionContexts({
			session: () => this.session,
			front: () => this.#front,
			optional: this.parts,
			report: this.report,
		});
		this.#toolSessions = new ToolSessions({
			extensions: () => this.#extensions,
			guarded: this.#guarded,
			limitMs: (event) => this.#limitMs(event),
			isOpen: () => this.session !== undefined,
		});
		this.tools = new ExtensionTools(workbench, {
			context: (extension) => this.#contexts.get(extension),
			session: () => this.session,
			run: this.#requests.run,
			report: (extension, event, error) => this.report(extension, event, error),
		});
		this.#calls = new HandlerCalls({
			extensions: () => this.#extensions,
			contextFor: (extension, conversation) => this.#contexts.get(extension, conversation),
			report: this.report,
			limitMs: (event) => this.#limitMs(event),
			run: this.#requests.run,
		});
	}

	/** Loads what is trusted; gives what failed. */
	async load(): Promise<readonly ExtensionError[]> {
		const { failed, wantsCommands } = await startExtensions({
			workbench: this.#workbench,
			flags: this.#options,
			runtime: this,
			requests: this.#requests,
			ui: () => this.#front.ui,
			started: () => this.#extensions,
			onStarted: (extension) => {
				this.#extensions = [...this.#extensions, extension];
			},
		});
		this.#wantsCommands ||= wantsCommands;
		return failed;
	}

	/** From here on extensions may act. */
	attach(session: OpenedConversation): void {
		this.session = session;
		this.#requests.meter = this.#workbench.budget.findMeter(session.conversation.id);
		this.#leave = followSession(session, {
			workbench: this.#workbench,
			calls: this.#calls,
			tellTools: this.#toolSessions.tell,
			onShutdown: () => this.unload(),
		});
		for (const extension of this.#extensions) this.tools.register(extension);
	}

	async begin(front: ExtensionFrontEnd): Promise<void> {
		this.#front = front;
		this.#contexts.clear();
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
			await this.#toolSessions.tell({ reason: "shutdown" });
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
		for (const extension of this.#extensions) extension.unload();
		this.#extensions = [];
		this.tools.clear();
		this.session = undefined;
		this.#requests.meter = undefined;
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

	get commands(): readonly ExtensionCommand[] {
		return extensionCommands(this.#extensions, this.#guarded, async (context) => {
			const { commandContext } = await import("./api/command-context.ts");
			return commandContext(context, this.#contexts.parts(), () => this.reload().then(() => {}));
		});
	}

	/** Found out once after each change: it is asked for with every key. */
	get shortcuts(): readonly ExtensionShortcut[] {
		this.#shortcuts ??= collectShortcuts(this.#extensions, this.report, this.#noteShortcut, this.#guarded);
		return this.#shortcuts;
	}

	get thinkingRenderer(): ExtensionThinkingRenderer | undefined {
		return extensionThinkingRenderer(this.#extensions, this.report);
	}

	get renderers(): readonly ExtensionRenderer[] {
		return extensionRenderers(this.#extensions, this.report);
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
		this.tools.register(extension);
		this.#changed();
	};

	/** Each failure of an extension at an event is said once. */
	readonly report = (extension: Extension, event: string, error: unknown): void => {
		const failure = { extensionPath: extension.path, event, error: errorMessage(error) };
		const key = JSON.stringify([extension.path, event]);
		if (this.#reported.has(key)) return;
		this.#reported.add(key);
		if (this.#front.onError) this.#front.onError(failure);
		else
			this.session?.conversation.notify("error", `Extension error (${extension.path}): ${failure.error}`, "extensions");
	};

	readonly follow = (submitted: Promise<void>): void => {
		this.#submitted.add(submitted);
		void submitted.finally(() => this.#submitted.delete(submitted));
	};

	async settled(): Promise<void> {
		while (this.#submitted.size > 0) await Promise.all(this.#submitted);
	}

	/** Keys count at a screen only; each text is said once. */
	readonly #noteShortcut = ({ path, name }: Extension, text: string): void => {
		const key = JSON.stringify([path, text]);
		if (this.#front.mode !== "tui" || this.#reported.has(key)) return;
		this.#reported.add(key);
		this.session?.conversation.notify("warning", `${name}: ${text}`, "extensions");
	};

	async #announceStart(reason: "startup" | "reload"): Promise<void> {
		const { session } = this;
		if (!session) return;
		// `getCommands` cannot wait for files.
		if (this.#wantsCommands) await session.fileCommands.list();
		await this.#calls.call("session_start", session.conversation, () => ({}));
		await this.#toolSessions.tell({ reason: "start" });
		await this.#discoverResources(session, reason);
	}

	/** What extensions add to skills, prompts and themes; what earlier ones added is gone. */
	async #discoverResources(session: OpenedConversation, reason: "startup" | "reload"): Promise<void> {
		const before = this.resources;
		const resources = await askForResources(this.#calls, session, reason);
		if (isEmpty(before) && isEmpty(resources)) return;
		this.resources = resources;
		session.fileCommands.forget();
		await session.refreshPrompt();
		this.#changed();
	}

	#limitMs(event: string): number {
		return handlerLimitMs(this.#workbench.settings, event);
	}

	/** A failure is reported; whoever called goes on. */
	readonly #guarded: Guarded = async (extension, event, run) => {
		try {
			return await this.#requests.run(() => run(this.#contexts.get(extension)));
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
