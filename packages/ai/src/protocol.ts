import type { CloudCredentials } from "./cloud/cloud-credentials.ts";
import type { ProviderError } from "./errors/provider-error.ts";
import type { Api, Context } from "./message.ts";
import type { Model } from "./model.ts";
import type { Reply } from "./reply.ts";
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
	/** What is learnt about the provider and must hold for the next try: the session's scratch space, if it has one. */
	readonly memory?: Map<string, unknown> | undefined;
}

export interface WireRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Record<string, unknown>;
	/** What the connection itself is made with, where the host wants to know who is calling. */
	readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** One unit of a provider's stream, whatever the framing: an SSE event, an NDJSON line, an AWS event. */
export interface WireFrame {
	readonly event?: string | undefined;
	readonly data: string;
	/** The framing itself says that this is a failure; `event` names it. */
	readonly failed?: true | undefined;
}

/** `json` is no stream at all: the whole body is one frame. */
export type Framing = "sse" | "ndjson" | "json" | "aws-event-stream";

/** How long a stream may be silent. */
export interface WatchdogLimits {
	/** 0 waits for ever. */
	readonly firstEventMs: number;
	readonly idleMs: number;
}

/**
 * A keep-alive shows that the connection lives, not that the model works. After `finishing` only trailing facts are to
 * come, which are waited for briefly; after `finished` nothing is.
 */
export type FrameEffect = "keep-alive" | "finishing" | "finished" | undefined;

/**
 * A wire protocol: how a call becomes one HTTP request, and how the frames that come back become a reply. Neither does
 * I/O, so recorded frames replay exactly.
 */
export interface Protocol<State = unknown> {
	readonly api: Api;
	readonly framing: Framing;
	/** How often the transport may try again before anything was emitted. */
	readonly transportRetries: number;
	/** The waits after a 5xx, in place of the general backoff; any other failure is then final. */
	readonly serverErrorDelaysMs?: readonly number[];
	/** An answer with nothing in it is asked for again even if tokens were spent on it. */
	readonly repeatsCostlyEmpties?: boolean;
	/** How long what trails the answer is waited for. */
	readonly trailingMs?: number;
	/** Items of one reply may overlap on the wire. */
	readonly interleaved?: boolean;
	encode(call: ModelCall): WireRequest;
	/** Signs the request, or completes it from the cloud's own configuration, where a key in a header is not enough. */
	authorize?(request: WireRequest, body: string, call: ModelCall, cloud: CloudCredentials): Promise<WireRequest>;
	/** Is told that a 401 or 403 came back, so that credentials held for later can be given up. */
	refused?(cloud: CloudCredentials): Promise<void>;
	/** Limits for models that are silent longer than others, in place of the default ones. */
	patience?(call: ModelCall): Partial<WatchdogLimits>;
	start(call: ModelCall): State;
	/** Takes one frame in; throws a `ProviderError` for an error reported inside the stream. */
	step(state: State, frame: WireFrame, reply: Reply): FrameEffect;
	/** Is told that the stream closed; throws when something was still to come. */
	end(state: State, reply: Reply): void;
	/** Learns from a refusal what the host does not accept; true when the next try will leave that out. */
	adapt?(error: ProviderError, call: ModelCall): boolean;
}

/** Keeps the state's type from the definition to the places that call it. */
export function defineProtocol<State>(protocol: Protocol<State>): Protocol<State> {
	return protocol;
}
