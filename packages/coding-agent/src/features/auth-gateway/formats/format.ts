import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import type { ServerEvent } from "../../../http-service/event-stream.ts";
import type { Fields } from "./read-fields.ts";

/** What a client asked for, in our own terms. */
export interface DecodedRequest {
	readonly context: Context;
	readonly options: StreamOptions;
	readonly isStreamed: boolean;
	/** The whole conversation in items of the format, where the gateway remembers it. */
	readonly items?: readonly unknown[];
}

export interface DecodeOptions {
	/** The model that will answer. */
	readonly model: Model;
	readonly now: number;
	/** Whose token the request carries. */
	readonly client: string;
}

/** How one API asks and answers. Requests are read and answers are written by pure functions. */
export interface Format {
	/** The field with the name of the model. */
	modelId(body: Fields): string;
	/** Throws a `RequestError` for what cannot be understood. Unknown fields are ignored. */
	decode(body: Fields, options: DecodeOptions): DecodedRequest;
	/** The events of an answer. */
	encoder(body: Fields, request: DecodedRequest, reply: ReplyFacts): ReplyEncoder;
	/** A whole answer. */
	whole(message: AssistantMessage, body: Fields, reply: ReplyFacts, request: DecodedRequest): unknown;
	errorBody(failure: Failure): unknown;
	/** Failures before any output are events of the stream, too. */
	readonly streamsFailures?: boolean;
}

export interface ReplyFacts {
	/** Unique; formats put their prefix before it. */
	readonly id: string;
	readonly createdAt: number;
	readonly client: string;
}

export interface ReplyEncoder {
	/** What to send for an event; the final one ends the stream. */
	encode(event: AssistantMessageEvent): readonly ServerEvent[];
}

export type FailureKind =
	| "invalid_request_error"
	| "authentication_error"
	| "billing_error"
	| "not_found_error"
	| "rate_limit_error"
	| "request_too_large"
	| "overloaded_error"
	| "upstream_error"
	| "api_error";

export interface Failure {
	readonly status: number;
	readonly kind: FailureKind;
	readonly message: string;
	readonly retryAfterMs?: number | undefined;
}

/** Refuses a request; the message goes to the client. */
export class RequestError extends Error {
	override readonly name = "RequestError";
	readonly failure: Failure;

	constructor(message: string, failure: Partial<Omit<Failure, "message">> = {}) {
		super(message);
		this.failure = { status: 400, kind: "invalid_request_error", ...failure, message };
	}
}
