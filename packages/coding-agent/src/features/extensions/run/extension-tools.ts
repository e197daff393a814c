import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import type { Extension } from "../api/extension.ts";
import type { ExtensionContext } from "../api/types.ts";
import { extensionTool } from "./extension-tool.ts";

interface ToolPorts {
	readonly context: (extension: Extension) => ExtensionContext;
	readonly session: () => OpenedConversation | undefined;
	/** Runs code of an extension for the session. */
	readonly run: <Result>(work: () => Result) => Result;
	readonly report: (extension: Extension, event: string, error: unknown) => void;
}

/** The tools of all extensions: which are offered, and whose they are. */
export class ExtensionTools {
	/** Registered and not offered. */
	readonly inactive = new Set<string>();
	readonly #workbench: Workbench;
	readonly #ports: ToolPorts;
	readonly #owners = new WeakMap<AgentTool, { readonly extension: Extension; readonly isHidden: boolean }>();
	readonly #made = new Map<Extension, readonly AgentTool[]>();
	/** Those that the command line names. */
	readonly #named = new Set<string>();

	constructor(workbench: Workbench, ports: ToolPorts) {
		this.#workbench = workbench;
		this.#ports = ports;
	}

	/** Offers what an extension has registered, in place of what it had before. */
	register(extension: Extension): void {
		if (extension.tools.size === 0) return;
		for (const { name, hidden, defaultInactive } of extension.tools.values()) {
			const isNew = !this.#made.get(extension)?.some((tool) => tool.name === name);
			if ((hidden || defaultInactive) && isNew && !this.#named.has(name)) this.inactive.add(name);
		}
		const native = (name: string) => {
			const session = this.#ports.session();
			return session?.toolSources.find("builtin", name, session.conversation.model);
		};
		const tools = [...extension.tools.values()].map((definition) => {
			const tool = extensionTool(definition, {
				context: () => this.#ports.context(extension),
				run: this.#ports.run,
				native,
				onDrawError: (error) => this.#ports.report(extension, `renderer:${definition.name}`, error),
			});
			this.#owners.set(tool, { extension, isHidden: definition.hidden ?? false });
			return tool;
		});
		this.#made.set(extension, tools);
		const active = () => tools.filter(({ name }) => !this.inactive.has(name));
		this.#workbench.conversations.putToolSource({ id: sourceId(extension), replaces: true, tools: active });
	}

	/** Takes the names of tools of extensions off a list, as after `--tools`; those are offered even if they are hidden. */
	takeNames(names: readonly string[], extensions: readonly Extension[]): string[] {
		const extensionNames = new Set(extensions.flatMap(({ tools }) => [...tools.keys()]));
		for (const name of names) if (extensionNames.has(name)) this.#named.add(name);
		const builtIn = new Set(this.#workbench.tools.map(({ name }) => name));
		return names.filter((name) => builtIn.has(name) || !extensionNames.has(name));
	}

	/** Tools that wait to be activated; hidden ones are not told of. */
	waiting(): readonly AgentTool[] {
		const all = [...this.#made.values()].flat();
		return all.filter((tool) => this.inactive.has(tool.name) && this.#owners.get(tool)?.isHidden === false);
	}

	ownerOf(tool: AgentTool): Extension | undefined {
		return this.#owners.get(tool)?.extension;
	}

	clear(): void {
		for (const extension of this.#made.keys()) this.#workbench.conversations.removeToolSource(sourceId(extension));
		this.#made.clear();
		this.inactive.clear();
	}
}

function sourceId({ name, path }: Extension): string {
	return `extension:${name}:${path}`;
}
