import type {
	ContentBlock,
	McpServer,
	PromptResponse,
	SessionConfigOption,
	SessionModeState,
	SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { allCommands } from "../../assembly/commands.ts";
import type { Commands } from "../../commands/commands.ts";
import { lineCommands } from "../../commands/run-line.ts";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { fitImages } from "../../conversation/images/fit-images.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { availableCommands } from "../available-commands.ts";
import { rpcFrontEnd } from "../dialog-front-end.ts";
import { formDialogs } from "../form-dialogs.ts";
import type { RpcUi } from "../rpc-ui.ts";
import { startExtensions } from "../start-extensions.ts";
import { clientFiles } from "./client-files.ts";
import type { ClientPort } from "./client-port.ts";
import { clientQuestions } from "./client-questions.ts";
import { connectClientServers } from "./client-servers.ts";
import { clientTerminal } from "./client-terminal.ts";
import { configOptions, modeState, setConfigOption, setMode } from "./config-options.ts";
import { Permissions } from "./permissions.ts";
import { expectPlans, reviewPlan } from "./plan-review.ts";
import { promptParts } from "./prompt-blocks.ts";
import { PromptTurn } from "./prompt-turn.ts";
import { UpdateFeed } from "./session-updates.ts";

/** A conversation that a client drives. */
export class AcpSession {
	readonly session: OpenedConversation;
	/** Given by the client for this session only. */
	readonly mcpServers: readonly McpServer[];
	readonly #client: ClientPort;
	readonly #commands: Commands = allCommands();
	readonly #feed: UpdateFeed;
	readonly #ui: RpcUi | undefined;
	readonly #leave: Array<() => void> = [];
	/** What happened while no prompt ran: the client could not show that omp is busy, so the next prompt delivers it. */
	#held: SessionUpdate[] = [];
	#turn: PromptTurn | undefined;
	/** Those that wait for their turn too. */
	readonly #turns = new Set<PromptTurn>();
	#lastTurn: Promise<unknown> = Promise.resolve();
	#announcing: ReturnType<typeof setTimeout> | undefined;

	constructor(session: OpenedConversation, client: ClientPort, mcpServers: readonly McpServer[]) {
		this.session = session;
		this.mcpServers = mcpServers;
		this.#client = client;
		this.#feed = new UpdateFeed(session);
		const { capabilities, sessionId } = client;
		const { host, conversation, settings, workbench, frontEnd } = session;
		const ui = capabilities.elicitation?.form
			? formDialogs({
					newId: () => host.newId(),
					create: (form, signal) => client.elicit({ mode: "form", sessionId, ...form }, signal),
					notify: client.log,
				})
			: undefined;
		this.#ui = ui;
		const permissions = new Permissions({
			settings,
			ui: this.#ui,
			describe: ({ toolCallId, toolName, args, agent, details }) => ({
				...this.#feed.describe(toolCallId, toolName, args),
				status: "pending",
				content: [...(agent ? [`Agent: ${agent}`] : []), ...details].map((text) => ({
					type: "content",
					content: { type: "text", text },
				})),
			}),
			request: (toolCall, options, signal) => client.requestPermission(toolCall, options, signal),
		});
		frontEnd.connect({
			...(ui && {
				...rpcFrontEnd(ui, { isInteractive: true }),
				dialogs: async () => clientQuestions(ui, client, () => host.newId()),
			}),
			approve: permissions.approve,
			holdsRuns: true,
			...clientFiles(client),
			...clientTerminal(client, (callId, terminalId) => this.#showTerminal(callId, terminalId)),
		});
		// The run ends with the proposal; the prompt goes on to the review.
		expectPlans(session);
		this.#leave.push(
			workbench.approvals.addJudge(permissions.judge),
			conversation.subscribe((event) => this.#onEvent(event), "acp"),
			this.#commands.onChange(() => this.#announceSoon()),
			session.fileCommands.onChange(() => this.#announceSoon()),
		);
	}

	get id(): string {
		return this.#client.sessionId;
	}

	/** Extensions get their commands and hear that the session has started. */
	async begin(): Promise<void> {
		await startExtensions(this.session, this.#commands, {
			mode: "acp",
			...(this.#ui && { ui: this.#ui }),
			onError: ({ extensionPath, event, error }) => this.#client.log(`${extensionPath} (${event}): ${error}`),
		});
		await connectClientServers(this.session, this.mcpServers);
		// Some tools are offered only when somebody can be asked.
		await this.session.conversation.refresh();
	}

	async state(): Promise<{ modes: SessionModeState; configOptions: SessionConfigOption[] }> {
		return { modes: modeState(this.session), configOptions: await configOptions(this.session) };
	}

	/** After the answer to the request that opened the session. */
	announce(): void {
		setTimeout(() => void this.#announceCommands().then(() => this.#announceInfo()));
	}

	async replay(): Promise<void> {
		for (const update of this.#feed.history()) await this.#client.update(update);
	}

	/** Prompts run one after the other; one that comes while the model works steers it and ends with it. */
	prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
		const { conversation } = this.session;
		const parts = promptParts(blocks);
		const current = this.#turn;
		const before = this.#lastTurn;
		const turn = new PromptTurn();
		const work = async (): Promise<PromptResponse> => {
			if (current && conversation.isStreaming && !parts.text.startsWith("/")) {
				const images = await fitImages(parts.images, this.session.settings);
				if (conversation.isStreaming && !current.isCancelled) {
					await conversation.submit({ type: "steer", text: parts.text, images });
					await before;
					return current.isCancelled ? { stopReason: "cancelled" } : { stopReason: "end_turn" };
				}
			}
			await before;
			return turn.isCancelled ? { stopReason: "cancelled" } : this.#run(turn, parts);
		};
		this.#turn ??= turn;
		this.#turns.add(turn);
		signal.addEventListener("abort", () => void this.#withdraw(turn), { once: true });
		const done = work().finally(() => this.#turns.delete(turn));
		this.#lastTurn = done.catch(() => {});
		return done;
	}

	async #run(turn: PromptTurn, parts: ReturnType<typeof promptParts>): Promise<PromptResponse> {
		this.#turn = turn;
		try {
			for (const update of this.#held.splice(0)) await this.#client.update(update);
			await this.#runTurn(turn, parts);
			await this.#announceUsage();
			await this.#announceInfo();
			return turn.answer();
		} finally {
			if (this.#turn === turn) this.#turn = undefined;
		}
	}

	async #runTurn(turn: PromptTurn, parts: ReturnType<typeof promptParts>): Promise<void> {
		const { conversation, settings } = this.session;
		let isSent = false;
		await conversation.submit({
			...{ type: "input", ...parts, source: "rpc" },
			runCommand: lineCommands(this.session, this.#commands, async ({ output, changed }) => {
				if (output !== undefined) await this.#say(output);
				if (changed) await this.#announceConfig();
			}),
			async deliver({ text, images: sent = [] }) {
				const images = await fitImages(sent, settings);
				if (turn.isCancelled) return undefined;
				isSent = true;
				// A turn that omp began by itself may still run: the prompt joins it.
				return { type: conversation.isStreaming ? "steer" : "prompt", text, images };
			},
		});
		// A command of an extension may have sent a message by itself.
		await this.session.workbench.features.extensionHost?.settled();
		if (!isSent && !conversation.isStreaming) return;
		await conversation.idle();
		await reviewPlan(this.session, {
			ui: this.#ui,
			request: (toolCall, options, signal) => this.#client.requestPermission(toolCall, options, signal),
			signal: turn.signal,
			onModeChange: () => this.#announceMode(),
		});
	}

	/** Ends what runs and what waits; questions that are open end with it. */
	async cancel(): Promise<void> {
		for (const turn of this.#turns) turn.cancel();
		await this.#abort();
	}

	/** The request itself was cancelled, not the session. */
	async #withdraw(turn: PromptTurn): Promise<void> {
		turn.cancel();
		if (turn === this.#turn) await this.#abort();
	}

	async #abort(): Promise<void> {
		const { conversation } = this.session;
		await conversation.submit({ type: "clear_queue" });
		await conversation.submit({ type: "abort" });
	}

	async setMode(modeId: string): Promise<void> {
		await setMode(this.session, modeId);
		await this.#announceMode();
	}

	async setConfigOption(id: string, value: unknown): Promise<SessionConfigOption[]> {
		await setConfigOption(this.session, id, value);
		if (id === "mode") await this.#announceMode();
		if (id === "approval") await this.#announceConfig();
		return configOptions(this.session);
	}

	/** Ends the run and everything it started; the session is on disk when this resolves. */
	async close(reason = "closed"): Promise<void> {
		for (const turn of this.#turns) turn.cancel();
		clearTimeout(this.#announcing);
		for (const leave of this.#leave.splice(0)) leave();
		this.#ui?.end();
		await this.session.conversation.dispose(reason);
		await this.session.settings.flush();
	}

	async #onEvent(event: ConversationEvent): Promise<void> {
		// The client had cancelled before the run was there to be aborted.
		if (event.type === "agent_start" && this.#turn?.isCancelled) void this.#abort();
		if (event.type === "notice") return this.#client.log(event.message);
		if (event.type === "model_changed" || event.type === "thinking_level_changed") return this.#announceConfig();
		if (event.type === "session_info_update") return this.#announceInfo();
		if (event.type === "message_end") this.#turn?.onMessage(event.message);
		for (const update of await this.#feed.convertEvent(event)) await this.#show(update);
	}

	async #show(update: SessionUpdate): Promise<void> {
		if (this.#turn) await this.#client.update(update);
		else this.#held.push(update);
	}

	#showTerminal(callId: string, terminalId: string): Promise<void> {
		this.#feed.setTerminal(callId, terminalId);
		return this.#show({
			sessionUpdate: "tool_call_update",
			toolCallId: callId,
			status: "in_progress",
			content: [{ type: "terminal", terminalId }],
		});
	}

	#say(text: string): Promise<void> {
		const messageId = crypto.randomUUID();
		return this.#client.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, messageId });
	}

	/** An extension registers many commands at once: one update tells all of them. */
	#announceSoon(): void {
		this.#announcing ??= setTimeout(() => {
			this.#announcing = undefined;
			void this.#announceCommands();
		});
	}

	async #announceCommands(): Promise<void> {
		const commands = await availableCommands(this.session, this.#commands);
		await this.#client.update({
			sessionUpdate: "available_commands_update",
			availableCommands: commands.map(({ name, description, input }) => ({
				name,
				description,
				...(input && { input }),
			})),
		});
	}

	async #announceMode(): Promise<void> {
		const { currentModeId } = modeState(this.session);
		await this.#client.update({ sessionUpdate: "current_mode_update", currentModeId });
		await this.#announceConfig();
	}

	async #announceConfig(): Promise<void> {
		const options = await configOptions(this.session);
		await this.#client.update({ sessionUpdate: "config_option_update", configOptions: options });
	}

	async #announceInfo(): Promise<void> {
		const { log, host } = this.session;
		const updatedAt = new Date(host.now()).toISOString();
		await this.#client.update({
			sessionUpdate: "session_info_update",
			...(log.name !== undefined && { title: log.name }),
			updatedAt,
		});
	}

	async #announceUsage(): Promise<void> {
		const { conversation, log } = this.session;
		const { tokens, contextWindow } = conversation.context.usage;
		const cost = { amount: log.usage().cost, currency: "USD" };
		await this.#client.update({ sessionUpdate: "usage_update", size: contextWindow, used: tokens, cost });
	}
}
