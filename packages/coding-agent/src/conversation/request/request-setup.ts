import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { RouteCall } from "@oh-my-pi/pi-agent-core/tools/route-call";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText, type ToolCall } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { hiddenNote } from "../history/hidden-note.ts";
import type { Hook, Refusal } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { PromptFacts } from "../prompt/prompt-facts.ts";
import type { PromptSource } from "../prompt/prompt-source.ts";
import type { ActiveTools } from "../tools/active-tools.ts";
import { StandingParts, type StandingSource } from "./standing-parts.ts";

export interface RequestSetupOptions {
	readonly activeTools: ActiveTools;
	/** Without it the system prompt never changes. */
	readonly prompt?: PromptSource;
	/** Readable schemes of internal URLs. */
	readonly schemes: () => readonly string[];
	readonly guidance?: () => NonNullable<PromptFacts["guidance"]>;
	/** What is taken with the first request and stays. */
	readonly standing?: Omit<StandingSource, "list">;
	readonly cwd?: () => string;
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
	readonly #standing: StandingParts;
	#recordedSelection: string;

	constructor(options: RequestSetupOptions, live: LiveContext) {
		const { standing = { parts: () => [] }, cwd = () => "", activeTools } = options;
		this.#options = options;
		this.#live = live;
		this.#standing = new StandingParts({ ...standing, list: () => activeTools.facts }, live, cwd);
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
		await this.#settle();
		await this.refresh();
	}

	/** What was in the first request stays in it; what came later is told behind it. */
	async #settle(): Promise<void> {
		const { standing, activeTools } = this.#options;
		if (!standing) return;
		await this.#standing.settle();
		activeTools.fix(this.#standing.list);
		this.#describe(activeTools.late);
	}

	/** Updates tools and system prompt. */
	async refresh(): Promise<void> {
		const { activeTools, prompt, schemes, namesModel, guidance } = this.#options;
		this.#live.setTools(activeTools.tools);
		if (!prompt) return;
		this.#live.setSystemPrompt(
			await prompt.blocks({
				tools: activeTools.tools.map(({ name }) => name),
				hiddenTools: activeTools.hiddenSummary,
				schemes: schemes(),
				guidance: guidance?.() ?? [],
				standing: [...this.#standing.texts],
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
		this.#standing.forget();
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
		if (names.length === 0) return;
		const described = new Set(this.#live.parts.messages.flatMap(describedIn));
		const fresh = this.#options.activeTools.describe(names).filter(({ name }) => !described.has(name));
		if (fresh.length === 0) return;
		const tools = withinLimit(
			fresh.map(({ name, description, parameters }) => ({
				name,
				text: `${name}: ${description}\nArguments: ${JSON.stringify(parameters)}`,
			})),
		);
		const text = `<system-reminder>\nYou can also call these, though your list of tools does not have them.\n\n${tools.join("\n\n")}\n</system-reminder>`;
		const details = { names: fresh.map(({ name }) => name) };
		this.#live.append(hiddenNote(descriptionType, text, this.#live.now(), details));
	}

	#recordSelection(): void {
		const { selected } = this.#options.activeTools;
		if (String(selected) === this.#recordedSelection) return;
		this.#recordedSelection = String(selected);
		this.#live.log.append({ type: "mcp_tool_selection", selectedToolNames: [...selected] });
	}
}

const descriptionType = "tool-description";
/** A server that comes late may have a hundred tools. */
const maxDescribedChars = 12_000;

/** The descriptions, as far as they fit; the others only by their names. */
function withinLimit(tools: ReadonlyArray<{ readonly name: string; readonly text: string }>): readonly string[] {
	let room = maxDescribedChars;
	const end = tools.findIndex(({ text }) => {
		room -= text.length;
		return room < 0;
	});
	if (end === -1) return tools.map(({ text }) => text);
	const names = tools.slice(end).map(({ name }) => name);
	return [...tools.slice(0, end).map(({ text }) => text), `By their names alone: ${names.join(", ")}`];
}

/** Tools that a message tells the model of. */
function describedIn(message: AgentMessage): readonly string[] {
	if (message.role !== "custom" || !("customType" in message) || message.customType !== descriptionType) return [];
	const { details } = message as { readonly details?: unknown };
	return isRecord(details) && Array.isArray(details.names) ? details.names.map(String) : [];
}

function isUserMessage({ role }: AgentMessage): boolean {
	return role === "user";
}
