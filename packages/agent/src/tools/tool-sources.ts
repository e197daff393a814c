import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { AgentTool } from "./tool.ts";

/** Where tools come from: `builtin`, `host`, `mcp:<server>`, `extension:<name>`. */
export interface ToolSource {
	readonly id: string;
	/** Its tools stand in for those of the same name of other sources; of several such sources the last wins. */
	readonly replaces?: true;
	/** Some tools have another form for another model. Asked before each request, so it should be quick. */
	tools(model: Model | undefined): readonly AgentTool[];
}

export interface ToolSourcesOptions {
	/** Whether a tool is switched on; without this, all are. */
	readonly isOn?: (tool: AgentTool) => boolean;
	/** Told once of each tool that another one of the same name keeps out, and of sources that fail. */
	readonly onProblem?: (message: string) => void;
}

const origins = new WeakMap<AgentTool, string>();

/** The id of the source that a tool came from; `undefined` for one that no source has listed. */
export function sourceOf(tool: AgentTool): string | undefined {
	return origins.get(tool);
}

/** The tools of a conversation by source. Sources come and go while it runs; each leaves the others alone. */
export class ToolSources {
	readonly #options: ToolSourcesOptions;
	readonly #listeners = new Set<() => void>();
	readonly #reported = new Set<string>();
	#sources: readonly ToolSource[];
	#last: readonly AgentTool[] = [];

	constructor(sources: readonly ToolSource[] = [], options: ToolSourcesOptions = {}) {
		this.#sources = sources;
		this.#options = options;
	}

	/** In the order in which they were added; of tools with one name, the first source's is taken. */
	get ids(): readonly string[] {
		return this.#sources.map(({ id }) => id);
	}

	/** Adds a source, or puts it in the place of the one that has its id. */
	put(source: ToolSource): void {
		const index = this.#sources.findIndex(({ id }) => id === source.id);
		this.#sources = index < 0 ? [...this.#sources, source] : this.#sources.with(index, source);
		this.#changed();
	}

	/** False when there is no such source. */
	remove(id: string): boolean {
		const rest = this.#sources.filter((source) => source.id !== id);
		if (rest.length === this.#sources.length) return false;
		this.#sources = rest;
		this.#changed();
		return true;
	}

	/** Called when sources have come or gone; gives the way to end that. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Everything that is switched on. The same array as last time when nothing has changed. */
	tools(model: Model | undefined): readonly AgentTool[] {
		this.#last = unlessSame(this.#last, this.#merged(model, this.#sources));
		return this.#last;
	}

	/** The tool that a source has, whether or not another one stands in for it. */
	find(id: string, name: string, model: Model | undefined): AgentTool | undefined {
		const source = this.#sources.find((candidate) => candidate.id === id);
		return source && this.#listed(source, model).find((tool) => tool.name === name);
	}

	/** The tools of all sources but one. */
	toolsBeside(id: string, model: Model | undefined): readonly AgentTool[] {
		return this.#merged(
			model,
			this.#sources.filter((source) => source.id !== id),
		);
	}

	#merged(model: Model | undefined, sources: readonly ToolSource[]): readonly AgentTool[] {
		const { isOn = () => true } = this.#options;
		const byName = new Map<string, AgentTool>();
		const replacing = new Map<string, { readonly tool: AgentTool; readonly id: string }>();
		for (const source of sources.filter(({ replaces }) => replaces)) {
			for (const tool of this.#listed(source, model)) replacing.set(tool.name, { tool, id: source.id });
		}
		for (const source of sources) {
			for (const tool of this.#listed(source, model)) {
				if (!isOn(tool)) continue;
				const other = replacing.get(tool.name);
				if (other) {
					byName.set(tool.name, other.tool);
					origins.set(other.tool, other.id);
					continue;
				}
				const known = byName.get(tool.name);
				if (known && known !== tool) {
					this.#report(`Tool "${tool.name}" of ${source.id} is left out: ${sourceOf(known)} has one of that name`);
				} else if (!known) {
					byName.set(tool.name, tool);
					origins.set(tool, source.id);
				}
			}
		}
		return [...byName.values()];
	}

	/** A source that fails has no tools this time; the others stay. */
	#listed(source: ToolSource, model: Model | undefined): readonly AgentTool[] {
		try {
			return source.tools(model);
		} catch (error) {
			this.#report(`Tools of ${source.id} are left out: ${errorMessage(error)}`);
			return [];
		}
	}

	#report(message: string): void {
		if (this.#reported.has(message)) return;
		this.#reported.add(message);
		this.#options.onProblem?.(message);
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}
}

/** The list from before when the new one holds the same things, so that nobody takes it for a change. */
export function unlessSame<Item>(before: readonly Item[], now: readonly Item[]): readonly Item[] {
	return before.length === now.length && before.every((item, index) => item === now[index]) ? before : now;
}
