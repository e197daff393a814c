import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { LoopPorts } from "@oh-my-pi/pi-agent-core/loop/ports";
import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { textOf } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { TodoPhase } from "@oh-my-pi/pi-session/todos";
import { Rewinder } from "../checkpoint/rewinder.ts";
import type { LiveContext } from "../live-context.ts";
import { TodoReminder } from "../reminders/todo-reminder.ts";
import type { SettleStep } from "../settle-step.ts";
import type { Guidance } from "./guidance.ts";

interface GuidePorts {
	readonly live: LiveContext;
	readonly agent: Pick<Agent, "setTools" | "setSystemPrompt">;
	readonly todos: () => readonly TodoPhase[];
	readonly now: () => number;
	readonly onRewound: (messages: readonly AgentMessage[]) => void;
}

type Approve = NonNullable<LoopPorts["approve"]>;

/** Sees to it that the model has the right tools and words, and that what it does is allowed. */
export class Guide {
	readonly #guidance: Guidance;
	readonly #ports: GuidePorts;
	readonly #rewinder: Rewinder;
	readonly #reminder: TodoReminder;
	/** Messages of the user that were looked through for names of tools. */
	readonly #read = new WeakSet<AgentMessage>();
	#recordedSelection: string;
	#sessionId: string;

	constructor(guidance: Guidance, ports: GuidePorts) {
		this.#guidance = guidance;
		this.#ports = ports;
		this.#rewinder = new Rewinder(ports);
		this.#reminder = new TodoReminder({ ...ports, rules: guidance.todoReminders });
		this.#recordedSelection = String(guidance.offer.selected);
		this.#sessionId = ports.live.log.id;
	}

	/** In the order in which they are asked after a run. */
	get settleSteps(): readonly SettleStep[] {
		return [this.#rewinder, this.#reminder];
	}

	get hiddenTools(): readonly AgentTool[] {
		return this.#guidance.offer.hidden;
	}

	/** Asked last of all. */
	readonly continuation: SettleStep = {
		name: "continuation",
		settle: async (run) => {
			const message = this.#guidance.continuation?.(run);
			if (!message) return "pass";
			this.#ports.live.steer(message);
			return "go-on";
		},
	};

	beforePrompt(): void {
		this.#reminder.beforePrompt();
	}

	/** What goes ahead of a prompt that is about to start a run. */
	promptNotes(): readonly SessionMessage[] {
		return this.#guidance.promptNotes?.(this.#ports.live.parts.messages) ?? [];
	}

	async beforeModelCall(): Promise<void> {
		const { offer } = this.#guidance;
		for (const message of this.#ports.live.parts.messages) this.#readForNames(message);
		offer.useModel(this.#ports.live.parts.model);
		this.#recordSelection();
		await this.refresh();
	}

	/** Brings tools and prompt up to date, for the next request and for whoever looks at them before. */
	async refresh(): Promise<void> {
		const { offer, prompt, schemes, namesModel } = this.#guidance;
		const { live, agent } = this.#ports;
		agent.setTools(offer.tools);
		if (!prompt) return;
		agent.setSystemPrompt(
			await prompt.blocks({
				tools: offer.tools.map(({ name }) => name),
				hiddenTools: offer.hiddenSummary,
				schemes: schemes(),
				model: namesModel() ? live.parts.model?.name : undefined,
			}),
		);
	}

	/** The list a host wants from now on. */
	useTools(tools: readonly AgentTool[]): void {
		this.#guidance.offer.use(tools);
		this.#ports.agent.setTools(this.#guidance.offer.tools);
	}

	/** Why a call may not be made. A tool that was held back and is called all the same is there from now on. */
	beforeToolCall(toolName: string): { refuse: string } | undefined {
		const { offer, refusal } = this.#guidance;
		const refuse = offer.refusal(toolName) ?? refusal?.(toolName);
		if (refuse !== undefined) return { refuse };
		if (offer.select([toolName]).length > 0) this.#ports.agent.setTools(offer.tools);
		return undefined;
	}

	toolName(called: string): string {
		return this.#guidance.offer.canonicalName(called);
	}

	approve(...[tool, call, params, signal]: Parameters<Approve>): ReturnType<Approve> {
		return this.#guidance.approval.approve({ tool, call, params, signal, emit: this.#ports.live.emit });
	}

	onTurnEnd(): void {
		const { messages } = this.#ports.live.parts;
		const reply = messages.findLastIndex(({ role }) => role === "assistant");
		this.#rewinder.onTurnEnd(messages.slice(reply + 1).filter((message) => message.role === "toolResult"));
		for (const note of this.#guidance.takeNotes?.() ?? []) this.#ports.live.steer(note);
	}

	/** The conversation goes on in another place. */
	entered(): void {
		const { offer, approval } = this.#guidance;
		this.#guidance.entered?.();
		offer.restore(this.#ports.live.log.context().selectedMCPToolNames);
		this.#recordedSelection = String(offer.selected);
		if (this.#ports.live.log.id !== this.#sessionId) approval.forgetSession();
		this.#sessionId = this.#ports.live.log.id;
	}

	#readForNames(message: AgentMessage): void {
		if (message.role !== "user" || !isLlmMessage(message) || this.#read.has(message)) return;
		this.#read.add(message);
		this.#guidance.offer.select(this.#guidance.offer.namedIn(textOf(message.content)));
	}

	#recordSelection(): void {
		const { selected } = this.#guidance.offer;
		if (String(selected) === this.#recordedSelection) return;
		this.#recordedSelection = String(selected);
		this.#ports.live.log.appendMcpToolSelection([...selected]);
	}
}
