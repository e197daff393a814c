import { Protocol, type RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
	ErrorCode,
	LATEST_PROTOCOL_VERSION,
	type Notification,
	type Request,
	type Result,
	ResultSchema,
	SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Params } from "../server/server-config.ts";
import type { CallResult } from "../server/server-messages.ts";

/** A tool as clients see it. */
export interface OfferedTool {
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	readonly inputSchema: Params;
	readonly annotations?: Params;
}

export interface FormAnswer {
	readonly action: "accept" | "decline" | "cancel";
	readonly content?: Params;
}

/** One call of a tool, as the tool sees it. */
export interface ServedCall {
	/** Fires when the client cancels the call or leaves. */
	readonly signal: AbortSignal;
	/** Tells the client what goes on; nothing for a client that does not want to know. */
	readonly onProgress: (message: string) => void;
	/** A form for the user of the client; absent where the client shows none. */
	readonly elicit?: (message: string, requestedSchema: Params, signal: AbortSignal) => Promise<FormAnswer>;
	/** A line for the log of the client, if it wants lines of this level. */
	readonly log: (level: LogLevel, line: string) => void;
}

/** What a server offers to one client. */
export interface ServedTools {
	list(): Promise<readonly OfferedTool[]>;
	/** `undefined` for a name that is not offered. */
	call(name: string, args: Params, call: ServedCall): Promise<(CallResult & { readonly _meta?: Params }) | undefined>;
	/** The client has left. */
	close(): Promise<void>;
}

export interface ServerIdentity {
	readonly name: string;
	readonly title: string;
	readonly version: string;
	readonly instructions: string;
}

export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The longest delay a timer can have: people take their time to answer. */
const noTimeoutMs = 2 ** 31 - 1;

type Extra = RequestHandlerExtra<Request, Notification>;

/** The server's side of the protocol for one client: tools, progress, cancellation, logging, elicitation. */
export class ServedClient extends Protocol<Request, Notification, Result> {
	readonly #identity: ServerIdentity;
	readonly #tools: ServedTools;
	#capabilities: Params = {};
	#logLevel: LogLevel = "info";
	readonly #calls = new Set<Promise<unknown>>();
	#closing: Promise<void> | undefined;

	constructor(identity: ServerIdentity, tools: ServedTools) {
		super();
		this.#identity = identity;
		this.#tools = tools;
		this.fallbackRequestHandler = ({ method, params }, extra) => this.#answer(method, params ?? {}, extra);
		this.fallbackNotificationHandler = async () => {};
		this.onclose = () => void ignoreFailure(this.end(), "the client has left, and whoever ends it hears of it");
	}

	/** Serves over a transport until it closes. */
	async serve(transport: Transport): Promise<void> {
		await this.connect(transport);
	}

	/** Calls that have not been answered. */
	get isBusy(): boolean {
		return this.#calls.size > 0;
	}

	/** Cancels what runs; resolves when everything it used is closed. */
	end(): Promise<void> {
		this.#closing ??= this.#end();
		return this.#closing;
	}

	async #end(): Promise<void> {
		await this.close();
		await Promise.allSettled(this.#calls);
		await this.#tools.close();
	}

	async #answer(method: string, params: Params, extra: Extra): Promise<Result> {
		switch (method) {
			case "initialize":
				return this.#initialize(params);
			case "tools/list":
				return { tools: (await this.#tools.list()).map((tool) => ({ ...tool })) };
			case "tools/call":
				return this.#call(params, extra);
			case "logging/setLevel":
				this.#logLevel = parseLevel(params.level);
				return {};
			default:
				throw new RequestError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
		}
	}

	#initialize({ protocolVersion, capabilities }: Params): Result {
		this.#capabilities = isRecord(capabilities) ? capabilities : {};
		const asked = String(protocolVersion);
		const { name, title, version, instructions } = this.#identity;
		const known = SUPPORTED_PROTOCOL_VERSIONS.includes(asked);
		return {
			protocolVersion: known ? asked : LATEST_PROTOCOL_VERSION,
			capabilities: { tools: {}, logging: {} },
			serverInfo: { name, title, version },
			instructions,
		};
	}

	async #call({ name, arguments: args = {} }: Params, extra: Extra): Promise<Result> {
		if (typeof name !== "string") throw new RequestError(ErrorCode.InvalidParams, "The name of a tool is missing");
		if (!isRecord(args)) throw new RequestError(ErrorCode.InvalidParams, "Arguments must be an object");
		let isOver = false;
		const call = this.#tools.call(
			name,
			args,
			this.#servedCall(extra, () => isOver),
		);
		this.#calls.add(call);
		try {
			const result = await call;
			if (!result) throw new RequestError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
			const { content, isError, structuredContent, _meta } = result;
			return {
				content,
				...(isError && { isError }),
				...(structuredContent !== undefined && { structuredContent }),
				...(_meta && { _meta: { ..._meta } }),
			};
		} finally {
			isOver = true;
			this.#calls.delete(call);
		}
	}

	#servedCall({ signal, _meta, sendNotification, sendRequest }: Extra, isOver: () => boolean): ServedCall {
		const { elicitation } = this.#capabilities;
		// Nothing follows an answer, and a client that has left hears nothing any more.
		const tell = async (method: string, params: Record<string, unknown>) => {
			if (!signal.aborted && !isOver()) await sendNotification({ method, params }).catch(() => {});
		};
		const progressToken = _meta?.progressToken;
		let progress = 0;
		const tellProgress = latestOnly((message: string) => {
			progress++;
			return tell("notifications/progress", { progressToken, progress, message });
		});
		// Before there were kinds of forms, an empty object meant the only kind.
		const hasForms = isRecord(elicitation) && ("form" in elicitation || Object.keys(elicitation).length === 0);
		return {
			signal,
			onProgress(message) {
				if (progressToken !== undefined) tellProgress(message);
			},
			log: (level, data) => {
				if (logLevels.indexOf(level) < logLevels.indexOf(this.#logLevel)) return;
				void tell("notifications/message", { level, logger: this.#identity.name, data });
			},
			...(hasForms && {
				elicit: async (message, requestedSchema, until) => {
					const params = { message, requestedSchema };
					const options = { signal: until, timeout: noTimeoutMs };
					return formAnswer(await sendRequest({ method: "elicitation/create", params }, ResultSchema, options));
				},
			}),
		};
	}

	// What a client can do is asked where it matters.
	protected override assertCapabilityForMethod(): void {}
	protected override assertNotificationCapability(): void {}
	protected override assertRequestHandlerCapability(): void {}
	protected override assertTaskCapability(): void {}
	protected override assertTaskHandlerCapability(): void {}
}

/** The SDK's own error would put its code into the message, and clients add it once more. */
class RequestError extends Error {
	readonly code: ErrorCode;

	constructor(code: ErrorCode, message: string) {
		super(message);
		this.code = code;
	}
}

/** A client that reads slowly gets what is newest, and no backlog. */
function latestOnly(send: (message: string) => Promise<void>): (message: string) => void {
	let waiting: string | undefined;
	let isSending = false;
	const pump = async (first: string) => {
		isSending = true;
		for (let next: string | undefined = first; next !== undefined; next = waiting) {
			waiting = undefined;
			await send(next);
		}
		isSending = false;
	};
	return (message) => {
		if (isSending) waiting = message;
		else void pump(message);
	};
}

function parseLevel(value: unknown): LogLevel {
	const level = logLevels.find((known) => known === value);
	if (!level) throw new RequestError(ErrorCode.InvalidParams, `Unknown log level; expected: ${logLevels.join(", ")}`);
	return level;
}

function formAnswer({ action, content }: Params): FormAnswer {
	if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel" };
	return { action, ...(isRecord(content) && { content }) };
}
