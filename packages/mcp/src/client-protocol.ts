import { Protocol } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
	ErrorCode,
	LATEST_PROTOCOL_VERSION,
	McpError,
	type Notification,
	type Request,
	type Result,
	ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { RequestLimits } from "./server/request-limits.ts";
import type { Handshake, RequestOptions } from "./server/request-options.ts";
import type { Params, RequestHandler, ServerPorts } from "./server/server-config.ts";
import { isNetworkFailure, ServerError } from "./server/server-error.ts";

/** Ours are used: the SDK's cannot be paused. */
const noTimeoutMs = 2 ** 31 - 1;

/** The client's side of the protocol. What servers answer is checked where it is used, so that one odd field costs little. */
export class ClientProtocol extends Protocol<Request, Notification, Result> {
	readonly #ports: ServerPorts;
	readonly #limits = new RequestLimits();

	constructor(ports: ServerPorts) {
		super();
		this.#ports = ports;
		this.fallbackRequestHandler = ({ method, params }, { signal }) => this.#answer(method, params ?? {}, signal);
		this.fallbackNotificationHandler = async ({ method, params }) => ports.onNotification?.(method, params ?? {});
	}

	/** Makes the client known; takes whatever version the server answers with. */
	async initialize(options: RequestOptions, beforeInitialized?: () => Promise<void>): Promise<Handshake> {
		const { clientInfo, roots, elicit, sample } = this.#ports;
		const capabilities = {
			...(roots && { roots: { listChanged: true } }),
			...(elicit && { elicitation: { form: {}, url: {} } }),
			...(sample && { sampling: {} }),
		};
		const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo };
		const result = await this.ask("initialize", params, options);
		const { protocolVersion, serverInfo, instructions } = result;
		if (typeof protocolVersion !== "string") {
			throw new ServerError("protocol", "The server did not name a protocol version");
		}
		this.transport?.setProtocolVersion?.(protocolVersion);
		await beforeInitialized?.();
		await this.notification({ method: "notifications/initialized", params: {} });
		const info = isRecord(serverInfo) ? serverInfo : {};
		return {
			protocolVersion,
			serverInfo: { name: String(info.name ?? ""), version: String(info.version ?? "") },
			capabilities: isRecord(result.capabilities) ? result.capabilities : {},
			...(typeof instructions === "string" && instructions.trim() !== "" && { instructions }),
		};
	}

	async ask(method: string, params: Params, { signal, timeoutMs, onProgress }: RequestOptions): Promise<Params> {
		signal?.throwIfAborted();
		const limit = this.#limits.start(timeoutMs);
		try {
			return await this.request({ method, params: { ...params } }, ResultSchema, {
				timeout: noTimeoutMs,
				signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
				...(onProgress && {
					onprogress: ({ progress, total, message }) => {
						limit.reset();
						onProgress({ progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
					},
				}),
			});
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			if (limit.signal.aborted) throw limit.signal.reason;
			throw translated(error);
		} finally {
			limit.end();
		}
	}

	async #answer(method: string, params: Params, signal: AbortSignal): Promise<Result> {
		const { roots, elicit, sample } = this.#ports;
		if (method === "roots/list" && roots) return { roots: roots().map((root) => ({ ...root })) };
		const handlers: Readonly<Record<string, RequestHandler | undefined>> = {
			"elicitation/create": elicit,
			"sampling/createMessage": sample,
		};
		const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
		if (!handler) throw new RefusedRequest(`Unsupported server request: ${method}`);
		return { ...(await this.#limits.pausedDuring(() => handler(params, signal))) };
	}

	// What a server can do is asked where it matters.
	protected override assertCapabilityForMethod(): void {}
	protected override assertNotificationCapability(): void {}
	protected override assertRequestHandlerCapability(): void {}
	protected override assertTaskCapability(): void {}
	protected override assertTaskHandlerCapability(): void {}
}

class RefusedRequest extends Error {
	readonly code = ErrorCode.MethodNotFound;
}

/** Errors of the SDK as our own. */
export function translated(error: unknown): unknown {
	if (error instanceof ServerError || isAbort(error)) return error;
	if (error instanceof McpError) {
		if (error.code === ErrorCode.ConnectionClosed && /Connection closed$/.test(error.message)) {
			return new ServerError("closed", "Transport closed", { cause: error });
		}
		return new ServerError("answer", error.message, { code: error.code, data: error.data, cause: error });
	}
	if (error instanceof Error && isNetworkFailure(error))
		return new ServerError("closed", connectionFailure(error), { cause: error });
	return error instanceof Error ? new ServerError("protocol", error.message, { cause: error }) : error;
}
