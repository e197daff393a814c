import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ToolSources, unlessSame } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { HiddenTool } from "@oh-my-pi/pi-tools/tool-search/tool-index";
import { toolSearch, toolSearchTool } from "@oh-my-pi/pi-tools/tool-search/tool-search";
import { type DiscoveryRules, hiddenTools, schemaTokens, serverOf } from "./hidden-tools.ts";

export interface ToolOfferOptions {
	/** Every tool of the session. */
	readonly sources: ToolSources;
	readonly rules: () => DiscoveryRules;
	/** What was found in an earlier part of the session. */
	readonly selected?: readonly string[];
}

/** The source of what a host adds. */
const hostSource = "host";

/** What of the found tools fits into requests; the oldest make room. */
const maxOfferedTokens = 16_000;

/** Which tools the model is offered: the essential ones, those it has found, and what a host has added. */
export class ToolOffer {
	readonly sources: ToolSources;
	readonly #options: ToolOfferOptions;
	/** Oldest first. */
	#selected: readonly string[];
	#withdrawn: ReadonlySet<string> = new Set();
	#model: Model | undefined;
	#last: readonly AgentTool[] = [];
	#search: { readonly tool: AgentTool; readonly discoverable: readonly AgentTool[] } | undefined;

	constructor(options: ToolOfferOptions) {
		this.#options = options;
		this.sources = options.sources;
		this.#selected = options.selected ?? [];
	}

	get selected(): readonly string[] {
		return this.#selected;
	}

	/** For the next request, with the search for the others at the end. The same array while nothing changes. */
	get tools(): readonly AgentTool[] {
		const all = this.#all();
		const hidden = this.#hidden(all);
		const offered = withoutIdle(all.filter((tool) => !hidden.includes(tool)));
		const tools = hidden.length === 0 ? offered : [...offered, ...this.#searchFor(all)];
		this.#last = unlessSame(this.#last, tools);
		return this.#last;
	}

	/** What is held back. */
	get hidden(): readonly AgentTool[] {
		return this.#hidden(this.#all());
	}

	/** The same in a few words. */
	get hiddenSummary(): string {
		const hidden = this.#hidden(this.#all());
		const counts = Map.groupBy(hidden, (tool) => serverOf(tool) ?? "");
		return [...counts]
			.map(([server, { length }]) => (server === "" ? `${length} built in` : `${length} of ${server}`))
			.join(", ");
	}

	/** The model that the next request goes to. */
	useModel(model: Model | undefined): void {
		this.#model = model;
	}

	/** The list that a host wants: what is new in it is added, what is missing from the offer goes. */
	use(wanted: readonly AgentTool[]): void {
		const names = new Set(wanted.map(({ name }) => name));
		const withdrawn = this.tools.map(({ name }) => name).filter((name) => !names.has(name));
		const others = new Set(this.sources.toolsBeside(hostSource, this.#model).map(({ name }) => name));
		this.#withdrawn = new Set([...this.#withdrawn, ...withdrawn].filter((name) => !names.has(name)));
		const added = wanted.filter(({ name }) => !others.has(name) && name !== toolSearch.name);
		if (added.length > 0) this.sources.put({ id: hostSource, tools: () => added });
		else this.sources.remove(hostSource);
	}

	/** Why a tool cannot be used now, for a model that calls it without being offered it. */
	refusal(name: string): string | undefined {
		return this.sources
			.tools(this.#model)
			.find((tool) => tool.name === name)
			?.unavailable?.();
	}

	/** Offers hidden tools from now on; the names of those that were hidden. */
	select(names: readonly string[]): string[] {
		const all = this.#all();
		const hidden = this.#hidden(all).map(({ name }) => name);
		const found = names.filter((name) => hidden.includes(name));
		const always = all.filter(({ name }) => !hidden.includes(name) && !this.#selected.includes(name));
		if (found.length > 0) this.#selected = withinBudget([...this.#selected, ...found], all, always);
		return found;
	}

	/** As a session has it. */
	restore(selected: readonly string[]): void {
		this.#selected = selected;
	}

	isHidden(name: string): boolean {
		return this.#hidden(this.#all()).some((tool) => tool.name === name);
	}

	/** Hidden tools that a text names. */
	namedIn(text: string): string[] {
		const words = new Set(text.match(/[\w-]+/g));
		return this.#hidden(this.#all()).flatMap(({ name }) => (words.has(name) ? [name] : []));
	}

	/** The tool that is meant by a name, which may be one of another program's. */
	canonicalName(called: string): string {
		const all = this.#all();
		if (all.some(({ name }) => name === called)) return called;
		return all.find(({ aliases }) => aliases?.includes(called))?.name ?? called;
	}

	#all(): readonly AgentTool[] {
		return this.sources
			.tools(this.#model)
			.filter((tool) => !this.#withdrawn.has(tool.name) && tool.unavailable?.() === undefined);
	}

	#discoverable(all: readonly AgentTool[]): AgentTool[] {
		return hiddenTools(all, this.#options.rules());
	}

	#hidden(all: readonly AgentTool[]): AgentTool[] {
		return this.#discoverable(all).filter(({ name }) => !this.#selected.includes(name));
	}

	/** A new one only when it would say something else. */
	#searchFor(all: readonly AgentTool[]): AgentTool[] {
		if (this.#withdrawn.has(toolSearch.name)) return [];
		const discoverable = unlessSame(this.#search?.discoverable ?? [], this.#discoverable(all));
		const tool = toolSearchTool({
			isEnabled: () => this.#options.rules().mode !== "off",
			discoverable: () => discoverable.map(describe),
			selected: () => this.#selected,
			select: (names) => void this.select(names),
		});
		const known = this.#search;
		if (!known || known.discoverable !== discoverable || known.tool.prompt !== tool.prompt) {
			this.#search = { tool, discoverable };
		}
		return [this.#search?.tool ?? tool];
	}
}

/** Tools that are there on demand go while no offered tool needs them and they do not say so themselves. */
function withoutIdle(tools: readonly AgentTool[]): AgentTool[] {
	const needed = new Set(tools.flatMap(({ companions = [] }) => companions));
	return tools.filter((tool) => !tool.onDemand || needed.has(tool.name) || tool.onDemand());
}

/** The newest of the found tools that fit beside those that are always there. */
function withinBudget(names: readonly string[], all: readonly AgentTool[], always: readonly AgentTool[]): string[] {
	const tokens = new Map(all.map((tool) => [tool.name, schemaTokens(tool)]));
	const kept: string[] = [];
	let room = always.reduce((rest, tool) => rest - schemaTokens(tool), maxOfferedTokens);
	for (const name of names.toReversed()) {
		room -= tokens.get(name) ?? 0;
		// The newest is what was just asked for; it is offered however large it is.
		if (room < 0 && kept.length > 0) break;
		kept.unshift(name);
	}
	return kept;
}

function describe(tool: AgentTool): HiddenTool {
	const { name, label, prompt, parameters } = tool;
	const server = serverOf(tool);
	return {
		name,
		label,
		description: prompt,
		schemaKeys: Object.keys((parameters.properties as object | undefined) ?? {}),
		...(server !== undefined && { serverName: server, mcpToolName: name.slice(`mcp__${server}__`.length) }),
	};
}
