import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { classifyFailure } from "../errors/classify.ts";
import { messageIn } from "../errors/http-failure.ts";
import { ProviderError } from "../errors/provider-error.ts";
import { fetchLimited } from "../http/fetch-limited.ts";
import type { SentRequest } from "../http/send.ts";
import type { CloudWorld } from "./cloud-world.ts";

/** Requests a credential service and returns the text; `who` names it in errors. */
export async function requestText(
	world: Pick<CloudWorld, "fetch">,
	url: string,
	init: SentRequest,
	options: { who: string; timeoutMs?: number },
): Promise<string> {
	const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000);
	let response: Response;
	let body: string;
	try {
		response = await raceAbort(fetchLimited(world.fetch, url, { ...init, signal }), signal);
		body = await raceAbort(response.text(), signal);
	} catch (error) {
		const reason = connectionFailure(error);
		throw new ProviderError("transient", `Could not reach ${options.who}: ${reason}`, { cause: error });
	}
	if (response.ok) return body;
	const { status } = response;
	const kind = status === 400 || status === 404 ? "auth" : classifyFailure(status, body);
	throw new ProviderError(kind, `${options.who} answered ${status}: ${complaintIn(body)}`, { status });
}

export async function requestJson(
	world: Pick<CloudWorld, "fetch">,
	url: string,
	init: SentRequest,
	options: { who: string; timeoutMs?: number },
): Promise<Record<string, unknown>> {
	return parseObject(await requestText(world, url, init, options), options.who);
}

/** The object in a JSON text; anything else is a configuration error that names its source but not its content. */
export function parseObject(text: string, source: string): Record<string, unknown> {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		// The parser's message contains the text, which may be secret.
		throw new ProviderError("config", `${source} does not hold valid JSON`);
	}
	if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
	throw new ProviderError("config", `${source} does not hold a JSON object`);
}

/** A required text field. */
export function requiredText(fields: Readonly<Record<string, unknown>>, name: string, source: string): string {
	const value = fields[name];
	if (typeof value === "string" && value !== "") return value;
	throw new ProviderError("config", `${source} has no "${name}"`);
}

export function optionalText(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
	const value = fields[name];
	return typeof value === "string" && value !== "" ? value : undefined;
}

/** OAuth servers put the code in `error` and the message in `error_description`. */
function complaintIn(body: string): string {
	try {
		const { error, error_description } = JSON.parse(body) as Record<string, unknown>;
		if (typeof error === "string" && typeof error_description === "string") return `${error}: ${error_description}`;
	} catch {
		// Not JSON; use the text itself.
	}
	const xmlMessage = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
	return xmlMessage ?? (messageIn(body) || "no message");
}
