import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import type { HttpAnswer, HttpPort, HttpRequest } from "./http-port.ts";
import { type Fields, fieldsOf, textIn } from "./json-fields.ts";

/**
 * A service that cannot be reached, refuses, or answers nonsense. With a status the message is what the service says; without
 * one (0) it goes on after the name of the service: "cannot be reached".
 */
export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly status: number;

	constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
		super(message, { cause: options.cause });
		this.status = options.status ?? 0;
	}
}

export interface ServiceRequest extends Omit<HttpRequest, "body"> {
	readonly url: string;
	/** Sent as JSON, or as it is when it is text or bytes. */
	readonly body?: object | string | Uint8Array<ArrayBuffer>;
}

/** The object that a service answers with. */
export async function askJson(http: HttpPort, request: ServiceRequest): Promise<Fields> {
	const answer = await ask(http, request);
	const parsed = parseJson(textOf(answer));
	if (parsed === undefined) throw new ServiceError("answered something that is not JSON", { status: answer.status });
	return fieldsOf(parsed);
}

/** The answer of a service; anything but success is an error. */
export async function ask(http: HttpPort, request: ServiceRequest): Promise<HttpAnswer> {
	const { url, body, headers, ...rest } = request;
	const isJson = typeof body === "object" && !(body instanceof Uint8Array);
	const answer = await send(http, url, {
		...rest,
		headers: { accept: "application/json", ...(isJson && { "content-type": "application/json" }), ...headers },
		...(body !== undefined && { method: "POST", body: isJson ? JSON.stringify(body) : body }),
	});
	if (answer.status >= 200 && answer.status < 300) return answer;
	throw new ServiceError(withoutSecrets(problemIn(answer), request), { status: answer.status });
}

async function send(http: HttpPort, url: string, request: HttpRequest): Promise<HttpAnswer> {
	try {
		return await http(url, request);
	} catch (error) {
		if (isAbort(error) || error instanceof ServiceError) throw error;
		const reason = oneLine(errorMessage(error), maxProblemLength);
		throw new ServiceError(`cannot be reached: ${reason}`, { cause: error });
	}
}

/** The JSON of each `data:` of an event stream, or of the whole text when it is no stream. */
export function eventsIn(text: string): readonly Fields[] {
	const whole = parseJson(text);
	if (whole !== undefined) return (Array.isArray(whole) ? whole : [whole]).map(fieldsOf);
	return text.split(/\r?\n\r?\n/).flatMap((block) => {
		const data = block
			.split(/\r?\n/)
			.filter((line) => line.startsWith("data:"))
			.map((line) => line.slice("data:".length).trimStart())
			.join("\n");
		const event = parseJson(data);
		return event === undefined ? [] : [fieldsOf(event)];
	});
}

export function textOf({ bytes }: Pick<HttpAnswer, "bytes">): string {
	return new TextDecoder().decode(bytes);
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What the service says about it, in a line. */
function problemIn(answer: HttpAnswer): string {
	const text = textOf(answer);
	const fields = fieldsOf(parseJson(text));
	const error = fieldsOf(fields.error);
	const detail = fieldsOf(fields.detail);
	const reason = [
		error.message,
		fields.message,
		error.detail,
		detail.error,
		detail.message,
		fields.detail,
		fields.error,
	]
		.map(textIn)
		.find((message) => message !== undefined);
	return oneLine(reason ?? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " "));
}

const maxProblemLength = 200;

/** A service may repeat the key it was given. */
function withoutSecrets(text: string, { headers = {} }: ServiceRequest): string {
	const secrets = Object.entries(headers)
		.filter(([name]) => /auth|key|token|cookie/i.test(name))
		.flatMap(([, value]) => [value, value.replace(/^\w+ /, "")])
		.filter((secret) => secret.length >= 6);
	return secrets.reduce((clean, secret) => clean.replaceAll(secret, "***"), text);
}
