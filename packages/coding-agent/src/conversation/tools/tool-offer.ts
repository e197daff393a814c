import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { HiddenTool } from "@oh-my-pi/pi-tools/tool-search/tool-index";
import { toolSearchTool } from "@oh-my-pi/pi-tools/tool-search/tool-search";
import { controlTools } from "./control-tools.data.ts";
import { type DiscoveryRules, hiddenTools, schemaTokens, serverOf } from "./hidden-tools.ts";
import { toolAliases } from "./tool-aliases.data.ts";

export interface ToolOfferOptions {
	/** Every tool of the session; some have another form for another model. */
	readonly registered: (model: Model | undefined) => readonly AgentTool[];
	readonly rules: () => DiscoveryRules;
	/** Tools that make no sense just now, such as one that asks when nobody is there. */
	readonly isAvailable?: (toolName: string) => boolean;
	/** Tools that are there for a moment although nothing offered needs them. */
	readonly isNeeded?: (toolName: string) => boolean;
	/** What was found in an earlier part of the session. */
	readonly selected?: readonly string[];
}

/** What of the found tools fits into requests; the oldest make room. */
const maxOfferedTokens = 16_000;

/** Which tools the model is offered: the essential ones, those it has found, and what a host has added. */
export class ToolOffer {
	readonly #options: ToolOfferOptions;
	/** Oldest first. */
	#selected: readonly string[];
	#added: readonly AgentTool[] = [];
	#withdrawn: ReadonlySet<string> = new Set();
	#model: Model | undefined;

	constructor(options: ToolOfferOptions) {
		this.#options = options;
		this.#selected = options.selected ?? [];
	}

	get selected(): readonly string[] {
		return this.#selected;
	}

	/** For the next request, with the search for the others at the end. */
	get tools(): readonly AgentTool[] {
		const all = this.#all();
		const hidden = this.#hidden(all);
		const offered = withoutIdleControls(
			all.filter((tool) => !hidden.includes(tool)),
			this.#options.isNeeded,
		);
		return hidden.length === 0 ? offered : [...offered, ...this.#search(all)];
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
		const ours = new Set(this.#options.registered(this.#model).map(({ name }) => name));
		this.#withdrawn = new Set([...this.#withdrawn, ...withdrawn].filter((name) => !names.has(name)));
		this.#added = wanted.filter(({ name }) => !ours.has(name) && name !== "search_tool_bm25");
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
		const names = new Set(this.#all().map(({ name }) => name));
		if (names.has(called)) return called;
		return toolAliases[called]?.find((name) => names.has(name)) ?? called;
	}

	#all(): readonly AgentTool[] {
		const { registered, isAvailable = () => true } = this.#options;
		const ours = registered(this.#model).filter(({ name }) => !this.#withdrawn.has(name) && isAvailable(name));
		return [...ours, ...this.#added];
	}

	#discoverable(all: readonly AgentTool[]): AgentTool[] {
		return hiddenTools(all, this.#options.rules());
	}

	#hidden(all: readonly AgentTool[]): AgentTool[] {
		return this.#discoverable(all).filter(({ name }) => !this.#selected.includes(name));
	}

	#search(all: readonly AgentTool[]): AgentTool[] {
		const discoverable = this.#discoverable(all);
		if (this.#withdrawn.has("search_tool_bm25")) return [];
		return [
			toolSearchTool({
				isEnabled: () => this.#options.rules().mode !== "off",
				discoverable: () => discoverable.map(describe),
				selected: () => this.#selected,
				select: (names) => void this.select(names),
			}),
		];
	}
}

function withoutIdleControls(tools: readonly AgentTool[], isNeeded: ToolOfferOptions["isNeeded"]): AgentTool[] {
	const names = new Set(tools.map(({ name }) => name));
	return tools.filter(
		({ name }) => isNeeded?.(name) || (controlTools[name]?.some((needing) => names.has(needing)) ?? true),
	);
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
