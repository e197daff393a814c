import { scopedValues } from "@oh-my-pi/pi-ai/models/path-scoped";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Conversation } from "../conversation/conversation.ts";
import { pluginModules } from "../plugins/plugin-modules.ts";
import { extensionHandlerSettings, extensionSettings } from "../settings/sections/extensions.ts";
import { modelChoiceSettings } from "../settings/sections/providers.ts";
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
import { type ContextParts, commandContext, extensionContext } from "./api/context.ts";
import { EventBus } from "./api/event-bus.ts";
import { Extension } from "./api/extension.ts";
import { extensionApi, type Runtime } from "./api/extension-api.ts";
import { reportingComponent } from "./api/guarded-component.ts";
import { readModels } from "./api/registry-view.ts";
import type { ExtensionAPI, ExtensionContext } from "./api/types.ts";
import type { ExtensionError, ExtensionPlaces } from "./loading/find-extensions.ts";
import { type CheckedExtension, checkExtensions, loadFactory, messageOf } from "./loading/load-extensions.ts";
import { extensionHook } from "./run/extension-hook.ts";
import { connectProviders } from "./run/extension-provider.ts";
import { extensionTool } from "./run/extension-tool.ts";
import { HandlerCalls } from "./run/handler-calls.ts";
import { shortcutsOf } from "./run/shortcuts.ts";
import { withinTime } from "./run/time-limit.ts";

export interface ExtensionFlags {
	/** Paths of `-e`. */
	readonly named: readonly string[];
	/** Folders of `--plugin-dir`. */
	readonly pluginDirs?: readonly string[];
	/** False for `--no-extensions`. */
	readonly discovers: boolean;
}

/** Long enough for a factory that asks a server, short enough for somebody who waits for omp to start. */
const factoryLimitMs = 10_000;

/** Somebody waits for omp to end. */
const shutdownLimitMs = 3000;

/** The extensions of a process: loads them, connects them with conversations, and takes everything of them away again. */
export class Extensions implements Guests, Runtime {
	session: OpenedConversation | undefined;
	readonly bus = new EventBus();
	readonly flags = new Map<string, boolean | string>();
	readonly inactive = new Set<string>();
	readonly #workbench: Workbench;
	readonly #given: ExtensionFlags;
	readonly #calls: HandlerCalls;
	readonly #listeners = new Set<() => void>();
	readonly #reported = new Set<string>();
	#extensions: readonly Extension[] = [];
	#front: GuestFront = { mode: "print" };
	#contexts = new WeakMap<Extension, WeakMap<Conversation, ExtensionContext>>();
	#hasBegun = false;
	#leave: Array<() => void> = [];
	#shortcuts: readonly GuestShortcut[] | undefined;

	constructor(workbench: Workbench, given: ExtensionFlags) {
		this.#workbench = workbench;
		this.#given = given;
		this.#calls = new HandlerCalls({
			extensions: () => this.#extensions,
			contextFor: (extension, conversation) => this.#context(extension, conversation),
			report: this.report,
			limitMs: (event) => {
				const limit = workbench.settings.get(extensionHandlerSettings.toolCallTimeoutMs);
				return event === "session_shutdown" ? Math.min(limit || shutdownLimitMs, shutdownLimitMs) : limit;
			},
		});
	}

	/** The places that are looked at, for the gate and for loading. */
	get places(): ExtensionPlaces {
		const { host, agentDir, settings, gate } = this.#workbench;
		return {
			...this.#given,
			cwd: host.cwd,
			home: host.home,
			agentDir,
			plugins: pluginModules({ host, gate, ...this.#given }),
			configured: settings.get(extensionSettings.extensions),
			disabled: settings.get(extensionSettings.disabledExtensions),
			disabledProviders: scopedValues(settings.get(modelChoiceSettings.disabledProviders), host, "providers"),
		};
	}

	/** Loads what is trusted, one after the other; gives what failed. */
	async load(): Promise<readonly ExtensionError[]> {
		const { gate, host } = this.#workbench;
		const { admitted, errors } = checkExtensions(this.places, gate);
		const failed = [...errors];
		for (const checked of admitted) {
			const extension = new Extension(checked);
			try {
				const factory = await loadFactory<ExtensionAPI>(checked, host.packages ?? {});
				if (mentions(checked, "modelRegistry")) await readModels(this.#workbench.registry);
				await withinTime(extension, factoryLimitMs, () => this.#start(extension, factory));
				extension.onUnload("providers", connectProviders(extension, this.#workbench));
				this.#extensions = [...this.#extensions, extension];
			} catch (error) {
				extension.unload();
				failed.push({ path: checked.path, error: messageOf(error) });
			}
		}
		return failed;
	}

	/** Custom tools and commands return what they bring; others register it. */
	async #start(extension: Extension, factory: (pi: ExtensionAPI) => unknown): Promise<void> {
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
			return extensionHook(this.#calls, conversation, live, () => this.unload());
		});
		for (const extension of this.#extensions) this.#offerTools(extension);
		this.#leave = [removeHook];
	}

	async begin(front: GuestFront): Promise<void> {
		this.#front = front;
		this.#contexts = new WeakMap();
		this.#hasBegun = true;
		this.#changed();
		// Says which of them cannot be used.
		void this.shortcuts;
		await this.#announceStart();
	}

	async reload(): Promise<readonly string[]> {
		const { session } = this;
		if (this.#hasBegun && session) await this.#calls.call("session_shutdown", session.conversation, () => ({}));
		this.unload();
		const failed = await this.load();
		if (session) this.attach(session);
		this.#changed();
		if (this.#hasBegun) await this.#announceStart();
		await session?.conversation.refresh();
		return failed.map(describeError);
	}

	/** Leaves nothing behind: hooks, tools, providers, timers, status texts, widgets, listeners. */
	unload(): void {
		for (const leave of this.#leave.splice(0)) leave();
		for (const extension of this.#extensions) {
			this.#workbench.removeToolSource(sourceId(extension));
			extension.unload();
		}
		this.#extensions = [];
		this.session = undefined;
		this.inactive.clear();
		this.#reported.clear();
	}

	get loaded(): readonly Extension[] {
		return this.#extensions;
	}

	/** The last one that registered a name has it. */
	get commands(): readonly GuestCommand[] {
		const all = new Map<string, GuestCommand>();
		for (const extension of this.#extensions) {
			for (const [name, options] of extension.commands) {
				// A command that is a file comes after those of extensions, and the first of several counts.
				if (extension.kind === "command" && all.has(name)) continue;
				const { description = `From ${extension.label}` } = options;
				all.set(name, {
					name,
					description,
					complete: async (typed) =>
						(options.getArgumentCompletions?.(typed) ?? []).map((item) => ({
							name: item.value,
							...(item.description !== undefined && { summary: item.description }),
						})),
					...(extension.kind === "command" && { source: "custom" as const }),
					run: (args) =>
						this.#guarded(extension, `command:${name}`, (context) =>
							options.handler(
								args,
								commandContext(context, this.#parts(), () => this.reload().then(() => {})),
							),
						),
				});
			}
		}
		return [...all.values()];
	}

	/** Found out once after each change: it is asked for with every key. */
	get shortcuts(): readonly GuestShortcut[] {
		this.#shortcuts ??= shortcutsOf(this.#extensions, this.report, (extension, event, run) =>
			this.#guarded(extension, event, run),
		);
		return this.#shortcuts;
	}

	get thinkingRenderer(): GuestThinkingRenderer | undefined {
		const owner = this.#extensions.findLast(({ thinkingRenderer }) => thinkingRenderer);
		const render = owner?.thinkingRenderer;
		return owner && render && this.#drawing(owner, "renderer:thinking", render);
	}

	get renderers(): readonly GuestRenderer[] {
		return this.#extensions.flatMap((extension) =>
			[...extension.renderers].map(([customType, render]) => ({
				customType,
				render: this.#drawing(extension, `renderer:${customType}`, render),
			})),
		);
	}

	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** Of registrations after loading: `Runtime.changed`. */
	readonly changed = (extension: Extension): void => {
		if (!this.session || !this.#extensions.includes(extension)) return;
		this.#offerTools(extension);
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

	async #announceStart(): Promise<void> {
		const { session } = this;
		if (session) await this.#calls.call("session_start", session.conversation, () => ({}));
	}

	#offerTools(extension: Extension): void {
		if (extension.tools.size === 0) return;
		for (const { name, hidden, defaultInactive } of extension.tools.values()) {
			if (hidden || defaultInactive) this.inactive.add(name);
		}
		const tools = [...extension.tools.values()].map((definition) =>
			extensionTool(
				definition,
				() => this.#context(extension),
				(error) => this.report(extension, `renderer:${definition.name}`, error),
			),
		);
		const active = () => tools.filter(({ name }) => !this.inactive.has(name));
		this.#workbench.putToolSource({ id: sourceId(extension), replaces: true, tools: active });
	}

	#parts(conversation?: Conversation): ContextParts {
		const { session } = this;
		if (!session) throw new Error("No session is open");
		return {
			session,
			conversation: conversation ?? session.conversation,
			front: this.#front,
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
	async #guarded(extension: Extension, event: string, run: (context: ExtensionContext) => unknown): Promise<unknown> {
		try {
			return await run(this.#context(extension));
		} catch (error) {
			this.report(extension, event, error);
			return undefined;
		}
	}

	/** What cannot be drawn is drawn as usual, and reported. */
	#drawing<Given extends readonly unknown[]>(
		extension: Extension,
		event: string,
		draw: (...given: Given) => Component | undefined,
	): (...given: Given) => Component | undefined {
		return (...given) => {
			try {
				const component = draw(...given);
				if (!component) return undefined;
				return reportingComponent(component, (error) => this.report(extension, event, error));
			} catch (error) {
				this.report(extension, event, error);
				return undefined;
			}
		};
	}

	#changed(): void {
		this.#shortcuts = undefined;
		for (const listener of [...this.#listeners]) listener();
	}
}

function mentions({ graph }: CheckedExtension, word: string): boolean {
	return graph.files.values().some(({ text }) => text.includes(word));
}

export function describeError({ path, error }: ExtensionError): string {
	return `Failed to load extension ${path}: ${error}`;
}

function sourceId({ name, path }: Extension): string {
	return `extension:${name}:${path}`;
}
