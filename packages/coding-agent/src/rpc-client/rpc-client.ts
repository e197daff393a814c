import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ConversationEvent } from "../conversation/event/event.ts";
import type {
	AvailableCommand,
	HostToolFrame,
	HostUriReply,
	UiRequestFrame,
	UiResponseFrame,
} from "../rpc-protocol/frames.ts";
import { ClientTools, type RpcClientTool } from "./client-tool.ts";
import { deferred } from "./deferred.ts";
import { agentEventTypes, protocolFrameTypes } from "./event-types.data.ts";
import { Listeners } from "./listeners.ts";
import { ompProgram } from "./omp-program.ts";
import { type PromptOptions, RpcCommands } from "./rpc-commands.ts";
import { type Frame, RpcConnection, within } from "./rpc-connection.ts";

export interface RpcClientOptions {
	/** An executable, or a script to run with Bun; omp by default. */
	readonly cliPath?: string | undefined;
	readonly cwd?: string | undefined;
	/** Added to the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>> | undefined;
	readonly provider?: string | undefined;
	readonly model?: string | undefined;
	readonly sessionDir?: string | undefined;
	/** Additional flags. */
	readonly args?: readonly string[] | undefined;
}

type UiAnswer = Partial<Pick<UiResponseFrame, "value" | "confirmed" | "cancelled">>;
/** Returns the host's answer; `undefined` for requests without one. */
export type UiHandler = (request: UiRequestFrame) => UiAnswer | undefined | Promise<UiAnswer | undefined>;

export type UriHandler = (request: {
	readonly operation: "read" | "write";
	readonly url: string;
	readonly content?: string;
}) => Promise<Omit<HostUriReply, "type" | "id">>;

const requestMs = 30_000;
const idleMs = 600_000;
const stopGraceMs = 1000;

/** Runs omp as a child process and controls it over RPC. */
export class RpcClient extends RpcCommands implements Disposable, AsyncDisposable {
	readonly #options: RpcClientOptions;
	readonly #frames = new Listeners<Frame>();
	readonly #ends = new Listeners<Error>();
	readonly #tools = new ClientTools((frame) => this.#open.send(frame));
	#onUi: UiHandler = () => undefined;
	#connection: RpcConnection | undefined;

	constructor(options: RpcClientOptions = {}) {
		super();
		this.#options = options;
	}

	/** Starts omp and waits until it is ready. */
	async start(): Promise<void> {
		if (this.#connection) throw new Error("The client is already started");
		const { cwd, env } = this.#options;
		this.#connection = new RpcConnection({
			command: this.#command(),
			cwd,
			env: { ...process.env, ...env },
			onFrame: (frame) => this.#take(frame),
			onEnd: (error) => this.#ends.tell(error),
		});
		await this.#connection.ready();
		await this.ask("negotiate_protocol", { protocolVersion: 2 });
	}

	/** Closes stdin and waits for omp to save and exit; kills it after a timeout. Returns the exit code. */
	async stop(): Promise<number | null | undefined> {
		return this.#connection?.stop(stopGraceMs);
	}

	[Symbol.dispose](): void {
		this.#connection?.kill("SIGTERM");
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.stop();
	}

	getStderr(): string {
		return this.#connection?.stderr ?? "";
	}

	get pid(): number | undefined {
		return this.#connection?.pid;
	}

	onEvent(listener: (event: AgentEvent) => void): () => void {
		return this.#frames.add((frame) => {
			if (agentEventTypes.has(frame.type)) listener(frame as unknown as AgentEvent);
		});
	}

	onSessionEvent(listener: (event: ConversationEvent) => void): () => void {
		return this.#frames.add((frame) => {
			if (!protocolFrameTypes.has(frame.type)) listener(frame as unknown as ConversationEvent);
		});
	}

	onSubagentLifecycle(listener: (payload: unknown) => void): () => void {
		return this.#on("subagent_lifecycle", ({ payload }) => listener(payload));
	}

	onSubagentProgress(listener: (payload: unknown) => void): () => void {
		return this.#on("subagent_progress", ({ payload }) => listener(payload));
	}

	onSubagentEvent(listener: (payload: unknown) => void): () => void {
		return this.#on("subagent_event", ({ payload }) => listener(payload));
	}

	onAvailableCommandsUpdate(listener: (commands: readonly AvailableCommand[]) => void): () => void {
		return this.#on("available_commands_update", ({ commands }) => listener(commands as AvailableCommand[]));
	}

	/** Sets the handler for dialogs. */
	onExtensionUI(handler: UiHandler): void {
		this.#onUi = handler;
	}

	/** Handles URLs of `setHostUriSchemes`; an exception is sent as the host's error. */
	onHostUri(handler: UriHandler): () => void {
		return this.#on("host_uri_request", async ({ id, operation, url, content }) => {
			const request = { operation, url, content } as Parameters<UriHandler>[0];
			const reply = await Promise.resolve(handler(request)).catch((error) => ({
				isError: true,
				error: errorMessage(error),
			}));
			await this.#open.send({ type: "host_uri_result", id, ...reply });
		});
	}

	/** Registers host tools and runs them when the model calls them. */
	async setCustomTools(tools: readonly RpcClientTool<never>[]): Promise<string[]> {
		const definitions = this.#tools.replace(tools);
		return (await this.ask<{ toolNames: string[] }>("set_host_tools", { tools: definitions })).toolNames;
	}

	/** Resolves when no run is active. */
	async waitForIdle(timeoutMs = idleMs): Promise<void> {
		const ended = this.#nextEnd(timeoutMs);
		if ((await this.getState()).isStreaming) await ended.promise;
		else ended.cancel();
	}

	/** Collects events until the next end of a run. */
	async collectEvents(timeoutMs = idleMs): Promise<ConversationEvent[]> {
		const events: ConversationEvent[] = [];
		const stop = this.onSessionEvent((event) => events.push(event));
		try {
			await this.#nextEnd(timeoutMs).promise;
			return events;
		} finally {
			stop();
		}
	}

	/** Sends a prompt and collects events until its run has ended. */
	async promptAndWait(message: string, options: PromptOptions = {}, timeoutMs = idleMs): Promise<ConversationEvent[]> {
		const events: ConversationEvent[] = [];
		const stop = this.onSessionEvent((event) => events.push(event));
		const ended = this.#nextEnd(timeoutMs);
		const failed = deferred<never>();
		try {
			const accepted = (await this.#open.request(
				"prompt",
				{ message, ...options },
				{ timeoutMs: requestMs, onLateFailure: failed.reject },
			)) as { agentInvoked?: boolean } | undefined;
			if (accepted?.agentInvoked !== false) await Promise.race([ended.promise, failed.promise]);
			return events;
		} finally {
			ended.cancel();
			stop();
		}
	}

	get #open(): RpcConnection {
		if (!this.#connection) throw new Error("The client is not started");
		return this.#connection;
	}

	#command(): string[] {
		const { cliPath, provider, model, sessionDir, args = [] } = this.#options;
		const selector = provider && model ? `${provider}/${model}` : model;
		return [
			...ompProgram(cliPath),
			"--mode",
			"rpc",
			...(selector ? ["--model", selector] : []),
			...(sessionDir ? ["--session-dir", sessionDir] : []),
			...args,
		];
	}

	protected override async ask<Data = never>(
		command: string,
		fields: object = {},
		patience?: "patient",
	): Promise<Data> {
		const options = patience ? {} : { timeoutMs: requestMs };
		return (await this.#open.request(command, fields, options)) as Data;
	}

	#on(type: string, listener: (frame: Frame) => unknown): () => void {
		return this.#frames.add((frame) => {
			if (frame.type === type) listener(frame);
		});
	}

	#nextEnd(timeoutMs: number): { promise: Promise<void>; cancel: () => void } {
		const { promise, resolve, reject } = deferred<void>();
		const stops = [
			this.onEvent((event) => {
				if (event.type === "agent_end" && event.isTerminal !== false) resolve();
			}),
			this.#on("prompt_result", () => resolve()),
			this.#ends.add(reject),
		];
		const cancel = () => {
			for (const stop of stops) stop();
			resolve();
		};
		const ended = within(timeoutMs, promise, "The run did not end").finally(cancel);
		// Avoid an unhandled rejection when the caller no longer awaits it.
		ended.catch(() => {});
		return { promise: ended, cancel };
	}

	#take(frame: Frame): void {
		if (frame.type === "host_tool_call" || frame.type === "host_tool_cancel") {
			void this.#tools.onFrame(frame as unknown as HostToolFrame);
		}
		if (frame.type === "extension_ui_request") void this.#answerUi(frame as unknown as UiRequestFrame);
		this.#frames.tell(frame);
	}

	async #answerUi(request: UiRequestFrame): Promise<void> {
		const answer = await this.#onUi(request);
		const isQuestion = ["select", "confirm", "input", "editor"].includes(request.method);
		if (!isQuestion) return;
		await this.#open.send({ type: "extension_ui_response", id: request.id, ...(answer ?? { cancelled: true }) });
	}
}
