import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { AuthError } from "../errors/auth-error.ts";
import { classifyFailure } from "../errors/classify.ts";
import { encodeErrorId, ProviderError, type ProviderErrorKind } from "../errors/provider-error.ts";
import type { AssistantMessage } from "../message.ts";
import type { Credential } from "../model/credential.ts";
import type { Model } from "../model/model.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";
import type { AssistantMessageEvent } from "../reply/event.ts";
import { AssistantMessageEventStream } from "../reply/event-stream.ts";
import { Reply } from "../reply/reply.ts";
import type { StreamFn } from "../stream/stream.ts";
import type { CredentialRequest, Credentials } from "./credentials.ts";

/** The part of the model registry that is needed here. */
interface CredentialSource {
	readonly credentials: Pick<Credentials, "toSend" | "renew" | "rotate" | "isBlocked" | "answered">;
	ready(model: Model): Promise<Model>;
	findCredential(providerId: string, request: CredentialRequest): Promise<Credential | undefined>;
	isKeyless(providerId: string): boolean;
	credentialHint(providerId: string): string;
}

/** How often one request may switch to another token or account. */
const maxMoves = 8;

/**
 * Sends every request with the provider's current credential. Before anything is shown, a refused token is refreshed
 * once and an exhausted account is replaced by another. Errors name the source of the credential.
 */
export function withCredentials(stream: StreamFn, registry: CredentialSource, now: () => number): StreamFn {
	return (model, context, options = {}) => {
		const events = new AssistantMessageEventStream();
		const run = async () => {
			const ready = await registry.ready(model);
			let credential = await findCredential(registry, model, options);
			const renewed = new Set<number>();
			for (let moves = 0; ; moves++) {
				const wasBlocked = credential !== undefined && registry.credentials.isBlocked(model.provider, credential);
				const inner = stream(ready, context, await withKey(options, registry, model, credential));
				const used = credential;
				const failure = await forward(inner, events, ({ usage, stopReason }) => {
					const hasWorked = stopReason !== "error" && stopReason !== "aborted";
					if (used) registry.credentials.answered(model, used, { usage, isFree: wasBlocked && hasWorked });
				});
				if (!failure) return;
				const next =
					moves < maxMoves ? await afterFailure(registry, model, credential, failure, renewed, options) : undefined;
				if (!next) {
					for (const event of failure.held) events.push(withSource(event, credential));
					return;
				}
				credential = next;
			}
		};
		run().then(
			() => events.end(),
			(error: unknown) => {
				for (const event of failedEvents(model, error, now())) events.push(event);
			},
		);
		return events;
	};
}

async function findCredential(
	registry: CredentialSource,
	model: Model,
	options: StreamOptions,
): Promise<Credential | undefined> {
	const { sessionId, signal } = options;
	const found = await registry.findCredential(model.provider, { sessionId, signal });
	if (found || registry.isKeyless(model.provider)) return found;
	throw new ProviderError("missing-key", registry.credentialHint(model.provider));
}

async function withKey(
	options: StreamOptions,
	registry: CredentialSource,
	model: Model,
	credential: Credential | undefined,
): Promise<StreamOptions> {
	if (!credential) return options;
	const { apiKey, headers } = await registry.credentials.toSend(model.provider, credential, options.signal);
	return { ...options, apiKey, ...(headers && { headers: { ...headers, ...options.headers } }) };
}

interface Failure {
	/** Events held back, the final one last. */
	readonly held: readonly AssistantMessageEvent[];
	readonly error: AssistantMessage;
}

/** Forwards events; a failure before any content is returned instead. */
async function forward(
	inner: AssistantMessageEventStream,
	events: AssistantMessageEventStream,
	onAnswer: (message: AssistantMessage) => void,
): Promise<Failure | undefined> {
	let held: AssistantMessageEvent[] = [];
	let shown = false;
	for await (const event of inner) {
		if (!shown && event.type === "start") {
			held.push(event);
			continue;
		}
		if (!shown && event.type === "error" && event.reason === "error") {
			return { held: [...held, event], error: event.error };
		}
		shown = true;
		if (event.type === "done") onAnswer(event.message);
		else if (event.type === "error") onAnswer(event.error);
		for (const earlier of held) events.push(earlier);
		held = [];
		events.push(event);
	}
	return undefined;
}

async function afterFailure(
	registry: CredentialSource,
	model: Model,
	credential: Credential | undefined,
	{ error }: Failure,
	renewed: Set<number>,
	options: StreamOptions,
): Promise<Credential | undefined> {
	if (credential?.storedId === undefined || options.signal?.aborted) return undefined;
	const { credentials } = registry;
	const { sessionId, signal } = options;
	const kind = classifyFailure(error.errorStatus, error.errorMessage ?? "");
	if (kind === "auth" && !renewed.has(credential.storedId)) {
		renewed.add(credential.storedId);
		const fresh = await credentials.renew(model.provider, credential, signal);
		if (fresh) return fresh;
	}
	const failure = { kind: asLimit(kind), retryAfterMs: retryAfterIn(error) };
	return (await credentials.rotate(model.provider, credential, failure, { sessionId, signal })).credential;
}

/** An account refused even with a new token is blocked like an exhausted one. */
function asLimit(kind: ProviderErrorKind): ProviderErrorKind {
	return kind === "auth" ? "usage-limit" : kind;
}

function retryAfterIn(error: AssistantMessage): number | undefined {
	const asked = / retry-after-ms=(\d+)/.exec(error.errorMessage ?? "")?.[1];
	return asked === undefined ? undefined : Number(asked);
}

function withSource(event: AssistantMessageEvent, credential: Credential | undefined): AssistantMessageEvent {
	if (event.type !== "error" || !credential) return event;
	const kind = classifyFailure(event.error.errorStatus, event.error.errorMessage ?? "");
	if (kind !== "auth") return event;
	event.error.errorMessage = `${event.error.errorMessage}\nThe key came from ${credential.source}.`;
	return event;
}

/** Streams never throw: a failed login is the final event, too. */
function failedEvents(model: Model, error: unknown, now: number): AssistantMessageEvent[] {
	const { message } = new Reply(model, now, () => {});
	message.stopReason = "error";
	message.errorMessage = errorMessage(error);
	const known = error instanceof AuthError ? new ProviderError("auth", error.message) : error;
	const errorId = known instanceof ProviderError ? encodeErrorId(known) : undefined;
	if (errorId !== undefined) message.errorId = errorId;
	return [
		{ type: "start", partial: message },
		{ type: "error", reason: "error", error: message },
	];
}
