import type { ExtensionRenderer, ExtensionThinkingRenderer } from "../../../workbench/contract/extension-host.ts";
import type { ExtensionOrigin } from "../loading/find-extensions.ts";
import type { CheckedExtension } from "../loading/load-extensions.ts";
import type { CommandOptions, FlagOptions, Handler, ProviderConfig, ShortcutOptions, ToolDefinition } from "./types.ts";

/** An extension and what it has registered. */
export class Extension {
	readonly path: string;
	readonly name: string;
	readonly origin: ExtensionOrigin;
	/** What its module gives; an extension unless told otherwise. */
	readonly kind: CheckedExtension["kind"];
	label: string;
	readonly handlers = new Map<string, Handler[]>();
	readonly tools = new Map<string, ToolDefinition>();
	readonly commands = new Map<string, CommandOptions>();
	readonly shortcuts = new Map<string, ShortcutOptions>();
	readonly flags = new Map<string, FlagOptions>();
	readonly renderers = new Map<string, ExtensionRenderer["render"]>();
	thinkingRenderer: ExtensionThinkingRenderer | undefined;
	readonly providers = new Map<string, ProviderConfig>();
	/** Undoes what it did outside of this object when it is unloaded, by what it did. */
	readonly #cleanups = new Map<unknown, () => void>();
	/** False once it was unloaded: whatever it still calls does nothing or throws. */
	isLoaded = true;
	/** How long it has waited for the user, and since when it waits now. */
	readonly asking = { count: 0, since: 0, totalMs: 0 };

	constructor({ path, name, origin, kind }: Pick<CheckedExtension, "path" | "name" | "origin" | "kind">) {
		this.kind = kind;
		this.path = path;
		this.name = name;
		this.origin = origin;
		this.label = name;
	}

	unload(): void {
		this.isLoaded = false;
		for (const clean of this.#cleanups.values()) clean();
		this.#cleanups.clear();
		for (const kept of [this.handlers, this.tools, this.commands, this.shortcuts, this.renderers, this.providers]) {
			kept.clear();
		}
		this.thinkingRenderer = undefined;
	}

	/** Later calls with the same key replace earlier ones; `undefined` says that there is nothing to undo any more. */
	onUnload(key: unknown, clean: (() => void) | undefined): void {
		if (clean) this.#cleanups.set(key, clean);
		else this.#cleanups.delete(key);
	}

	/** Undoes now what `onUnload` would undo later. */
	undo(key: unknown): void {
		const clean = this.#cleanups.get(key);
		this.#cleanups.delete(key);
		clean?.();
	}

	/** Runs a question to the user; its time does not count as the extension's. */
	async whileAsking<Result>(ask: () => Promise<Result>): Promise<Result> {
		const { asking } = this;
		if (asking.count === 0) asking.since = performance.now();
		asking.count++;
		try {
			return await ask();
		} finally {
			asking.count--;
			if (asking.count === 0) asking.totalMs += performance.now() - asking.since;
		}
	}

	/** Milliseconds spent waiting for the user so far. */
	get askedMs(): number {
		const { count, since, totalMs } = this.asking;
		return totalMs + (count > 0 ? performance.now() - since : 0);
	}
}
