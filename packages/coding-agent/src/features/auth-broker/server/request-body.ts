import type { WireKey, WireLogin } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { HttpError } from "../../../http-service/http-error.ts";
import type { Call } from "../../../http-service/route.ts";

export type Fields = Readonly<Record<string, unknown>>;

export async function readFields(call: Call): Promise<Fields> {
	const value = await call.json();
	if (!isRecord(value)) throw new HttpError(400, "body: expected an object");
	return value;
}

/** For requests that need no body. */
export async function readOptionalFields(call: Call): Promise<Fields> {
	const bytes = await call.bytes();
	if (bytes.length === 0) return {};
	try {
		const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
		return isRecord(value) ? value : {};
	} catch (error) {
		throw new HttpError(400, `Invalid JSON body: ${(error as Error).message}`);
	}
}

export function text(fields: Fields, name: string, from = ""): string {
	const value = fields[name];
	if (typeof value === "string" && value !== "") return value;
	throw expected(`${from}${name}`, "a text");
}

export function number(fields: Fields, name: string, from = ""): number {
	const value = fields[name];
	if (typeof value === "number" && Number.isFinite(value)) return value;
	throw expected(`${from}${name}`, "a number");
}

/** What a client stores: with the real refresh token. */
export function parseCredential(fields: Fields): WireKey | WireLogin {
	const { credential } = fields;
	if (!isRecord(credential)) throw expected("credential", "an object");
	const from = "credential.";
	if (credential.type === "api_key") {
		const { source } = credential;
		if (source !== undefined && source !== "login") throw expected(`${from}source`, '"login" or nothing');
		return { type: "api_key", key: text(credential, "key", from), ...(source && { source }) };
	}
	if (credential.type !== "oauth") throw expected("credential.type", '"api_key" or "oauth"');
	const login: Record<string, unknown> = {
		type: "oauth",
		access: text(credential, "access", from),
		refresh: text(credential, "refresh", from),
		expires: number(credential, "expires", from),
	};
	for (const name of ["email", "accountId", "orgId", "orgName", "projectId", "enterpriseUrl", "apiEndpoint"]) {
		if (credential[name] !== undefined && credential[name] !== null) login[name] = text(credential, name, from);
	}
	if (credential.authorizedAt !== undefined) login.authorizedAt = number(credential, "authorizedAt", from);
	return login as unknown as WireLogin;
}

export function readId({ params }: Pick<Call, "params">): number {
	const id = Number(params.id);
	if (!Number.isSafeInteger(id) || id < 0) throw new HttpError(404, `No credential with id=${params.id}`);
	return id;
}

function expected(name: string, what: string): HttpError {
	return new HttpError(400, `${name}: expected ${what}`);
}
