import type { RouteCall } from "@oh-my-pi/pi-agent-core/tools/route-call";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ToolSources, unlessSame } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { routedCall } from "@oh-my-pi/pi-tools/routes/routed-names";
import type { HiddenTool, ToolDescription } from "@oh-my-pi/pi-tools/tool-search/tool-index";
import { toolSearch, toolSearchTool } from "@oh-my-pi/pi-tools/tool-search/tool-search";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import { estimateTool } from "../context/estimate-tokens.ts";
import { type DiscoveryRules, hiddenTools, type ResolvedMode, resolveMode, serverOf } from "./hidden-tools.ts";

export interface ActiveToolsOptions {
	/** Every tool of the session. */
	readonly sources: ToolSources;
	readonly rules: () => DiscoveryRules;
	/** Tools found earlier in the session. */
	readonly selected?: readonly string[];
	/** The list of tools must stay as it is, since it is cached: more tools are described to the model instead. */
	readonly isFixed?: () => boolean;
}

/** How the list of a request came about. */
export interface ListFacts {
	/** Names of the tools of servers in it. */
	readonly serverTools: readonly string[];
	readonly mode: ResolvedMode;
	/** What the prompt says of the hidden ones. */
	readonly hidden: string;
	/** The description of the tool that finds them; absent where it is not in the list. */
	readonly search?: string;
}

/** Source name of tools that a host adds. */
const hostSource = "host";

/** Token budget of found tools; the oldest are dropped first. */
const maxActiveTokens = 16_000;

/** The tools sent with requests: essential ones, those found by search, and those added by a host. */
export class ActiveTools {
	readonly sources: ToolSources;
	readonly #options: ActiveToolsOptions;
	/** Oldest first. */
	#selected: readonly string[];
	#withdrawn: ReadonlySet<string> = new Set();
	/** How the list was at the first request. */
	#first: ListFacts | undefined;
	#model: Model | undefined;
	#last: readonly AgentTool[] = [];
	#search: { readonly tool: AgentTool; readonly discoverable: readonly AgentTool[] } | undefined;

	constructor(options: ActiveToolsOptions) {
		this.#options = options;
		this.sources = options.sources;
		this.#selected = options.selected ?? [];
	}

	get selected(): readonly string[] {
		return this.#selected;
	}

	/** Tools of the next request; found ones come last, behind the tool search. The same array while nothing changes. */
	get tools(): readonly AgentTool[] {
		const all = this.#all();
		const hidden = this.#hidden(all);
		const idle = this.#idle(all);
		const active = all.filter((tool) => !hidden.includes(tool) && !idle.includes(tool) && !this.#isLate(tool));
		const found = this.#selected.flatMap((name) => active.find((tool) => tool.name === name) ?? []);
		const usual = active.filter((tool) => !found.includes(tool));
		const tools = hidden.length === 0 ? [...usual, ...found] : [...usual, ...this.#searchFor(all), ...found];
		this.#last = unlessSame(this.#last, tools);
		return this.#last;
	}

	/** What must stay the same for the list to stay the same. */
	get facts(): ListFacts {
		const { tools } = this;
		const search = tools.find(({ name }) => name === toolSearch.name)?.prompt;
		return {
			serverTools: tools.flatMap((tool) => (serverOf(tool) === undefined ? [] : [tool.name])),
			...(search !== undefined && { search }),
			mode: resolveMode(this.#all(), this.#options.rules()),
			hidden: this.hiddenSummary,
		};
	}

	/** Names of tools of servers that came after the list was fixed. */
	get late(): readonly string[] {
		const all = this.#all();
		const hidden = this.#hidden(all);
		return all.filter((tool) => this.#isLate(tool) && !hidden.includes(tool)).map(({ name }) => name);
	}

	/** How the list was at the first request of the session; where it is fixed, it stays so. */
	fix(facts: ListFacts | undefined): void {
		this.#first = facts;
	}

	/** Every tool that runs when it is called, offered or not. */
	get callable(): readonly AgentTool[] {
		const all = this.#all();
		const [search] = this.#discoverable(all).length > 0 ? this.#searchFor(all) : [];
		return search ? [...all, search] : all;
	}

	/** Tools that are not sent. */
	get hidden(): readonly AgentTool[] {
		return this.#hidden(this.#all());
	}

	/** Short description of the hidden tools. */
	get hiddenSummary(): string {
		if (this.#fixed) return this.#fixed.hidden;
		const hidden = this.#discoverable(this.#all());
		const counts = Map.groupBy(hidden, (tool) => serverOf(tool) ?? "");
		return [...counts]
			.map(([server, { length }]) => (server === "" ? `${length} built in` : `${length} of ${server}`))
			.join(", ");
	}

	/** The model of the next request. */
	useModel(model: Model | undefined): void {
		this.#model = model;
	}

	/** Applies a host's list: adds new tools and removes offered ones that are missing. */
	use(wanted: readonly AgentTool[]): void {
		const names = new Set(wanted.map(({ name }) => name));
		const withdrawn = this.tools.map(({ name }) => name).filter((name) => !names.has(name));
		const others = new Set(this.sources.toolsBeside(hostSource, this.#model).map(({ name }) => name));
		this.#withdrawn = new Set([...this.#withdrawn, ...withdrawn].filter((name) => !names.has(name)));
		const added = wanted.filter(({ name }) => !others.has(name) && name !== toolSearch.name);
		if (added.length > 0) this.sources.put({ id: hostSource, tools: () => added });
		else this.sources.remove(hostSource);
	}

	/** Why a tool is unavailable, for a model that calls it anyway. */
	refusal(name: string): string | undefined {
		return this.sources
			.tools(this.#model)
			.find((tool) => tool.name === name)
			?.unavailableReason?.();
	}

	/** Offers hidden tools from now on, unless the list is fixed; returns the names that were hidden. */
	select(names: readonly string[]): string[] {
		if (names.length === 0) return [];
		const all = this.#all();
		const hidden = this.#inactive(all).map(({ name }) => name);
		const found = names.filter((name) => hidden.includes(name));
		const always = all.filter(({ name }) => !hidden.includes(name) && !this.#selected.includes(name));
		if (found.length > 0 && !this.isFixed) this.#selected = withinBudget([...this.#selected, ...found], all, always);
		return found;
	}

	get isFixed(): boolean {
		return this.#options.isFixed?.() ?? false;
	}

	/** Restores the selection of a session. */
	restore(selected: readonly string[]): void {
		this.#selected = selected;
	}

	isHidden(name: string): boolean {
		return this.#hidden(this.#all()).some((tool) => tool.name === name);
	}

	/** Tools that are not offered yet and that a text names or is about. */
	namedIn(text: string): string[] {
		const words = new Set(text.match(/[\w-]+/g));
		const lowerCase = new Set([...words].map((word) => word.toLowerCase()));
		const isAbout = ({ topics = [], isTopical }: AgentTool) =>
			topics.some((topic) => lowerCase.has(topic)) && (isTopical?.() ?? true);
		return this.#inactive(this.#all()).flatMap((tool) => (words.has(tool.name) || isAbout(tool) ? [tool.name] : []));
	}

	/** What the model has to know to call tools that are not in its list. */
	describe(names: readonly string[]): ToolDescription[] {
		const all = this.#all();
		return names.flatMap((name) => {
			const found = all.find((tool) => tool.name === name);
			return found ? [{ name, description: found.prompt.trim(), parameters: found.parameters }] : [];
		});
	}

	/** Finds out which tool a call by any name means. */
	readonly route: RouteCall = (call) => {
		const all = this.#all();
		const isExact = all.some(({ name }) => name === call.name);
		const meant = (isExact ? undefined : routedCall(call)) ?? { name: call.name };
		return "problem" in meant ? meant : { ...meant, name: findTool(meant.name, all)?.name ?? meant.name };
	};

	#all(): readonly AgentTool[] {
		return this.sources
			.tools(this.#model)
			.filter((tool) => !this.#withdrawn.has(tool.name) && tool.unavailableReason?.() === undefined);
	}

	get #fixed(): ListFacts | undefined {
		return this.isFixed ? this.#first : undefined;
	}

	#isLate(tool: AgentTool): boolean {
		const fixed = this.#fixed;
		return (
			fixed !== undefined &&
			serverOf(tool) !== undefined &&
			![...fixed.serverTools, ...this.#selected].includes(tool.name)
		);
	}

	#discoverable(all: readonly AgentTool[]): AgentTool[] {
		return hiddenTools(all, this.#options.rules(), this.#fixed?.mode);
	}

	#hidden(all: readonly AgentTool[]): AgentTool[] {
		return this.#discoverable(all).filter(({ name }) => !this.#selected.includes(name));
	}

	/** On-demand tools that nothing needs now: no offered tool, nobody who has named or called them, no setting. */
	#idle(all: readonly AgentTool[]): AgentTool[] {
		const hidden = this.#hidden(all);
		const needed = new Set([
			...all.filter((tool) => !hidden.includes(tool)).flatMap(({ companions = [] }) => companions),
			...this.#options.rules().essential,
			...this.#selected,
		]);
		return all.filter((tool) => tool.onDemand && !needed.has(tool.name) && !tool.onDemand());
	}

	/** Tools that a search, a name in a prompt, or a call brings. Control tools are not among them. */
	#inactive(all: readonly AgentTool[]): AgentTool[] {
		return [...this.#hidden(all), ...this.#idle(all).filter(({ loadMode }) => loadMode !== "hidden")];
	}

	/** Reuses the search tool while its text stays the same. */
	#searchFor(all: readonly AgentTool[]): AgentTool[] {
		if (this.#withdrawn.has(toolSearch.name)) return [];
		const discoverable = unlessSame(this.#search?.discoverable ?? [], this.#discoverable(all));
		const current = toolSearchTool({
			isEnabled: () => this.#options.rules().mode !== "off",
			discoverable: () => discoverable.map(describe),
			selected: () => this.#selected,
			select: (names) => void this.select(names),
			describe: (names) => (this.isFixed ? this.describe(names) : []),
		});
		// It counts what it finds, and describes what is not in the list.
		const tool = { ...current, prompt: this.#fixed?.search ?? current.prompt };
		const known = this.#search;
		if (!known || known.discoverable !== discoverable || known.tool.prompt !== tool.prompt) {
			this.#search = { tool, discoverable };
		}
		return [this.#search?.tool ?? tool];
	}
}

/** The newest found tools that fit the budget beside the essential ones. */
function withinBudget(names: readonly string[], all: readonly AgentTool[], always: readonly AgentTool[]): string[] {
	const tokens = new Map(all.map((tool) => [tool.name, estimateTool(tool)]));
	const kept: string[] = [];
	let room = always.reduce((rest, tool) => rest - estimateTool(tool), maxActiveTokens);
	for (const name of names.toReversed()) {
		room -= tokens.get(name) ?? 0;
		// The newest was just requested, so its size does not matter.
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
		...(server !== undefined && { serverName: server, mcpToolName: label.slice(label.indexOf("/") + 1) }),
	};
}
