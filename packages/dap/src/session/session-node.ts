import { DapConnection, type RequestOptions } from "../protocol/connection.ts";
import { DapError } from "../protocol/dap-error.ts";
import { asBody, type Body, definedFields, readInteger, readText } from "../protocol/read-body.ts";
import type { AdapterLink, Channel } from "../transport/channel.ts";
import type { BreakpointStatus } from "./breakpoints.ts";
import type { OutputCategory } from "./output-ring.ts";

export type SessionState = "starting" | "running" | "stopped" | "ended";

/** Why and where a program stands still. */
export interface StopInfo {
	readonly reason: string;
	readonly description?: string;
	readonly text?: string;
	readonly threadId?: number;
}

/** What happens to a session that the others of its tree want to know. */
export interface NodeListener {
	readonly onOutput: (category: OutputCategory, text: string) => void;
	readonly onStop: (node: SessionNode) => void;
	readonly onEnd: (node: SessionNode) => void;
	/** A request of the adapter. */
	readonly onRequest: (node: SessionNode, command: string, args: Body) => Promise<object | undefined>;
}

/** An adapter that reports the exit of the program but never the end of the session. */
const endAfterExitMs = 2000;

/** One connection to an adapter and the state of what it debugs. */
export class SessionNode {
	readonly id: string;
	readonly parent: SessionNode | undefined;
	readonly #adapterName: string;
	readonly #listener: NodeListener;
	readonly #connection: DapConnection;
	readonly #initialized = Promise.withResolvers<void>();
	#channel: Channel | undefined;
	#state: SessionState = "starting";
	#exitTimer: ReturnType<typeof setTimeout> | undefined;
	capabilities: Body = {};
	stop: StopInfo | undefined;
	/** The frame that requests are about unless they name one. */
	frameId: number | undefined;
	instructionPointer: string | undefined;
	exitCode: number | undefined;
	/** Why it ended, where that was not asked for. */
	endReason: string | undefined;
	/** Of the program, as the adapter calls it. */
	processName: string | undefined;
	/** What the adapter made of breakpoints, by their list: a path, or `function`, `instruction`, `data`. */
	readonly statuses = new Map<string, readonly BreakpointStatus[]>();

	constructor(id: string, adapterName: string, listener: NodeListener, parent?: SessionNode) {
		this.id = id;
		this.parent = parent;
		this.#adapterName = adapterName;
		this.#listener = listener;
		this.#connection = new DapConnection({
			name: adapterName,
			send: (frame) => this.#channel?.send(frame) ?? false,
			onEvent: (event, body) => this.#take(event, body),
			onRequest: (command, args) => listener.onRequest(this, command, args),
		});
	}

	async connect(adapter: AdapterLink, signal?: AbortSignal): Promise<void> {
		this.#channel = await adapter.connect(
			{
				onData: (chunk) => this.#connection.receive(chunk),
				onEnd: (reason) =>
					this.end(reason.startsWith("DAP adapter") ? reason : `DAP adapter ${this.#adapterName} ended: ${reason}`),
			},
			signal,
		);
	}

	get state(): SessionState {
		return this.#state;
	}

	/** Resolves when the adapter wants breakpoints. */
	get initialized(): Promise<void> {
		return this.#initialized.promise;
	}

	request(command: string, args: object | undefined, options: RequestOptions): Promise<Body> {
		return this.#connection.request(command, args, options);
	}

	supports(capability: string): boolean {
		return this.capabilities[capability] === true;
	}

	/** Before a request that makes it run, as the event that it has stopped may come before the answer. */
	markRunning(): void {
		if (this.#state !== "ended") this.#state = "running";
		this.stop = undefined;
		this.frameId = undefined;
		this.instructionPointer = undefined;
	}

	/** The request that should have made it run failed. */
	markStopped(stop: StopInfo): void {
		if (this.#state === "ended") return;
		this.#state = "stopped";
		this.stop = stop;
	}

	end(reason?: string): void {
		if (this.#state === "ended") return;
		this.#state = "ended";
		this.endReason = reason;
		this.stop = undefined;
		this.frameId = undefined;
		clearTimeout(this.#exitTimer);
		// The adapter may still want to be told goodbye.
		if (reason !== undefined) this.#connection.end(new DapError("ended", reason));
		this.#listener.onEnd(this);
	}

	/** Drops the connection; whatever is under way fails. */
	close(): void {
		this.#connection.end(new DapError("ended", `DAP adapter ${this.#adapterName} is not running`));
		this.#channel?.close();
		this.end();
	}

	#take(event: string, body: Body): void {
		switch (event) {
			case "initialized":
				this.#initialized.resolve();
				break;
			case "capabilities":
				this.capabilities = { ...this.capabilities, ...asBody(body.capabilities) };
				break;
			case "output":
				this.#takeOutput(body);
				break;
			case "stopped":
				this.markStopped(readStop(body));
				this.#listener.onStop(this);
				break;
			case "continued":
				this.#takeContinued(body);
				break;
			case "process":
				this.processName = readText(body.name);
				break;
			case "breakpoint":
				this.#takeBreakpoint(asBody(body.breakpoint));
				break;
			case "exited":
				this.exitCode = readInteger(body.exitCode);
				this.#exitTimer ??= setTimeout(() => this.end(), endAfterExitMs);
				break;
			case "terminated":
				this.end();
				break;
		}
	}

	#takeOutput({ category, output }: Body): void {
		if (category === "telemetry" || typeof output !== "string") return;
		const known = category === "stdout" || category === "stderr" ? category : "console";
		this.#listener.onOutput(known, output);
	}

	#takeContinued({ threadId, allThreadsContinued }: Body): void {
		if (this.#state !== "stopped") return;
		if (allThreadsContinued === false && threadId !== this.stop?.threadId) return;
		this.markRunning();
	}

	/** Most adapters verify a breakpoint only when the file is loaded. */
	#takeBreakpoint(body: Body): void {
		const status = readStatus(body);
		if (status.id === undefined) return;
		for (const [list, statuses] of this.statuses) {
			if (!statuses.some(({ id }) => id === status.id)) continue;
			this.statuses.set(
				list,
				statuses.map((one) =>
					one.id === status.id ? definedFields({ ...status, line: status.line ?? one.line }) : one,
				),
			);
		}
	}
}

export function readStatus({ id, verified, line, message }: Body): BreakpointStatus {
	return definedFields({
		id: readInteger(id),
		verified: verified === true,
		line: readInteger(line),
		message: readText(message) || undefined,
	});
}

function readStop({ reason, description, text, threadId }: Body): StopInfo {
	return definedFields({
		reason: readText(reason) ?? "stopped",
		description: readText(description) || undefined,
		text: readText(text) || undefined,
		threadId: readInteger(threadId),
	});
}
