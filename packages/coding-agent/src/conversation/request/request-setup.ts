import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { RouteCall } from "@oh-my-pi/pi-agent-core/tools/route-call";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText, type ToolCall } from "@oh-my-pi/pi-ai/message";
import { hiddenNote } from "../history/hidden-note.ts";
import type { Hook, Refusal } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { PromptFacts } from "../prompt/prompt-facts.ts";
import type { PromptSource } from "../prompt/prompt-source.ts";
import type { ActiveTools } from "../tools/active-tools.ts";

export interface RequestSetupOptions {
	readonly activeTools: ActiveTools;
	/** Without it the system prompt never changes. */
	readonly prompt?: PromptSource;
	/** Readable schemes of internal URLs. */
	readonly schemes: () => readonly string[];
	/** What MCP servers say about themselves. */
	readonly guidance?: () => NonNullable<PromptFacts["guidance"]>;
	readonly serverInstructions?: () => NonNullable<PromptFacts["serverInstructions"]>;
	/** Whether the model is told its own name. */
	readonly namesModel: () => boolean;
	/** Why there is no tool of a name, in words for a model that calls it; `undefined` when nobody knows of it. */
	readonly whyAbsent?: (name: string) => string | undefined;
}

/** Decides which tools and which system prompt a request carries. */
export class RequestSetup implements Hook {
	readonly name = "request-setup";
	readonly order = hookOrder.activeTools;
	readonly #options: RequestSetupOptions;
	readonly #live: LiveContext;
	/** User messages that were searched for names of hidden tools. */
	readonly #searched = new WeakSet<AgentMessage>();
	/** Tools that the model was told of in a message. */
	readonly #described = new Set<string>();
	#recordedSelection: string;

	constructor(options: RequestSetupOptions, live: LiveContext) {
		this.#options = options;
		this.#live = live;
		this.#recordedSelection = String(options.activeTools.selected);
	}

	get hiddenTools(): readonly AgentTool[] {
		return this.#options.activeTools.hidden;
	}

	/** Those of the next request, as far as is known now. */
	get nextTools(): readonly AgentTool[] {
		const { activeTools } = this.#options;
		activeTools.useModel(this.#live.parts.model);
		return activeTools.tools;
	}

	/** Every tool that runs when it is called, offered or not. */
	get callableTools(): readonly AgentTool[] {
		return this.#options.activeTools.callable;
	}

	async beforeRequest(): Promise<void> {
		for (const message of this.#live.parts.messages) this.#selectNamed(message);
		this.#options.activeTools.useModel(this.#live.parts.model);
		this.#recordSelection();
		await this.refresh();
	}

	/** Updates tools and system prompt. */
	async refresh(): Promise<void> {
		const { activeTools, prompt, schemes, namesModel, guidance, serverInstructions } = this.#options;
		this.#live.setTools(activeTools.tools);
		if (!prompt) return;
		this.#live.setSystemPrompt(
			await prompt.blocks({
				tools: activeTools.tools.map(({ name }) => name),
				hiddenTools: activeTools.hiddenSummary,
				schemes: schemes(),
				guidance: guidance?.() ?? [],
				serverInstructions: serverInstructions?.() ?? [],
				model: namesModel() ? this.#live.parts.model?.name : undefined,
			}),
		);
		// Descriptions of tools may name files that were read for the prompt.
		this.#live.setTools(activeTools.tools);
	}

	/** Replaces the tools on behalf of a host. */
	useTools(tools: readonly AgentTool[]): void {
		this.#options.activeTools.use(tools);
		this.#live.setTools(this.#options.activeTools.tools);
	}

	/** Finds out which tool a call by any name means. */
	readonly routeCall: RouteCall = (call) => this.#options.activeTools.route(call);

	/** Refuses tools that are unavailable now. One that is not offered just runs, and the offer stays as it is. */
	beforeToolCall({ name }: ToolCall): Refusal | undefined {
		const { activeTools, whyAbsent } = this.#options;
		const isThere = activeTools.callable.some((tool) => tool.name === name);
		const refuse = activeTools.refusal(name) ?? (isThere ? undefined : whyAbsent?.(name));
		return refuse === undefined ? undefined : { refuse };
	}

	onHistoryReplaced(_messages: readonly AgentMessage[], cause: "session" | "rewind"): void {
		if (cause !== "session") return;
		const { activeTools } = this.#options;
		this.#described.clear();
		activeTools.restore(this.#live.log.context().selectedMCPToolNames);
		this.#recordedSelection = String(activeTools.selected);
	}

	#selectNamed(message: AgentMessage): void {
		if (message.role !== "user" || !isLlmMessage(message) || this.#searched.has(message)) return;
		this.#searched.add(message);
		const { activeTools } = this.#options;
		const named = activeTools.select(activeTools.namedIn(joinText(message.content)));
		if (activeTools.isFixed && message === this.#live.parts.messages.findLast(isUserMessage)) this.#describe(named);
	}

	/** Tells the model of tools without changing its list, each once. */
	#describe(names: readonly string[]): void {
		const fresh = this.#options.activeTools.describe(names).filter(({ name }) => !this.#described.has(name));
		for (const { name } of fresh) this.#described.add(name);
		if (fresh.length === 0) return;
		const tools = fresh.map(
			({ name, description, parameters }) => `${name}: ${description}\nArguments: ${JSON.stringify(parameters)}`,
		);
		const text = `<system-reminder>\nYou can also call these, though your list of tools does not have them.\n\n${tools.join("\n\n")}\n</system-reminder>`;
		this.#live.append(hiddenNote("tool-description", text, this.#live.now()));
	}

	#recordSelection(): void {
		const { selected } = this.#options.activeTools;
		if (String(selected) === this.#recordedSelection) return;
		this.#recordedSelection = String(selected);
		this.#live.log.append({ type: "mcp_tool_selection", selectedToolNames: [...selected] });
	}
}

function isUserMessage({ role }: AgentMessage): boolean {
	return role === "user";
}
