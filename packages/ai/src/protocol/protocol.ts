import type { CloudCredentials } from "../cloud/credentials/cloud-credentials.ts";
import type { ProviderError } from "../errors/provider-error.ts";
import type { Api, Context } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { Reply } from "../reply/reply.ts";
import type { StreamOptions } from "./stream-options.ts";

/** One request to one model, with the key already resolved. */
export interface ModelCall {
	readonly model: Model;
	readonly context: Context;
	readonly options: StreamOptions;
	/** Absent for keyless providers. */
	readonly apiKey?: string | undefined;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: number;
	/** Per-session memory about the provider that must survive retries. */
	readonly memory?: Map<string, unknown> | undefined;
}

export interface WireRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Record<string, unknown>;
	/** TLS client certificate, if the host requires one. */
	readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface Counting {
	/** The request that would be sent, as a question for its size. */
	request(encoded: WireRequest): Pick<WireRequest, "url" | "body">;
	/** Where the answer has the number. */
	readonly field: string;
}

/** One unit of a provider's stream: an SSE event, an NDJSON line, an AWS event. */
export interface WireFrame {
	readonly event?: string | undefined;
	readonly data: string;
	/** The framing marks this as an error; `event` names it. */
	readonly failed?: true | undefined;
}

/** `json` is not streamed: the whole body is one frame. */
export type Framing = "sse" | "ndjson" | "json" | "aws-event-stream";

/** How long a stream may be silent. */
export interface WatchdogLimits {
	/** 0 waits forever. */
	readonly firstEventMs: number;
	readonly idleMs: number;
	/** How long frames may come that bring nothing new, such as keep-alives. */
	readonly quietMs: number;
	/** The whole reply, from its first event. */
	readonly totalMs: number;
}

/**
 * A keep-alive shows that the connection works, not the model. After `finishing` only trailing data may come, which is
 * awaited briefly; after `finished` nothing.
 */
export type FrameEffect = "keep-alive" | "finishing" | "finished" | undefined;

/**
 * A wire protocol: how a call becomes an HTTP request, and how frames become a reply. Both are pure, so recorded frames
 * replay exactly.
 */
export interface Protocol<State = unknown> {
	readonly api: Api;
	readonly framing: Framing;
	/** How often the transport may retry before anything was emitted. */
	readonly transportRetries: number;
	/** The delays after a 5xx, instead of the general backoff; any other failure is then final. */
	readonly serverErrorDelaysMs?: readonly number[];
	/** An empty answer is retried even if tokens were spent on it. */
	readonly repeatsCostlyEmpties?: boolean;
	/** How long to wait for trailing data. */
	readonly trailingMs?: number;
	/** Items of one reply may overlap on the wire. */
	readonly interleaved?: boolean;
	encode(call: ModelCall): WireRequest;
	/** Signs the request, or completes it from the cloud's configuration, if a key in a header is not enough. */
	authorize?(
		request: WireRequest,
		body: string | Buffer,
		call: ModelCall,
		cloud: CloudCredentials,
	): Promise<WireRequest>;
	/** Called on 401 or 403, to drop cached credentials. */
	refused?(cloud: CloudCredentials): Promise<void>;
	/** Timeouts for slow models, instead of the defaults. */
	patience?(call: ModelCall): Partial<WatchdogLimits>;
	start(call: ModelCall): State;
	/** Processes one frame; throws a `ProviderError` for an error reported in the stream. */
	step(state: State, frame: WireFrame, reply: Reply): FrameEffect;
	/** Called when the stream closes; throws if it is incomplete. */
	end(state: State, reply: Reply): void;
	/** Learns from a refusal what the host does not accept; true if the next try will omit that. */
	adapt?(error: ProviderError, call: ModelCall): boolean;
	/** How the host counts a prompt without answering it. */
	readonly counting?: Counting;
	/** Another protocol for this endpoint, which does not understand this one. */
	insteadFor?(call: ModelCall): Promise<Protocol> | undefined;
}

/** Infers the state's type. */
export function defineProtocol<State>(protocol: Protocol<State>): Protocol<State> {
	return protocol;
}
