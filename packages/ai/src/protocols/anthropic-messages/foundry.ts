import { readFile } from "node:fs/promises";
import { ProviderError } from "../../errors/provider-error.ts";
import { usesFoundry } from "../../model/foundry.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { isOfficialHost } from "./thinking.ts";

type Call = Pick<ModelCall, "model" | "env">;

export function isFoundry({ model, env }: Call): boolean {
	return model.provider === "anthropic" && usesFoundry(env);
}

/** `ANTHROPIC_CUSTOM_HEADERS`, for gateways; not sent to Anthropic itself. */
export function customHeaders({ model, env }: Call): Record<string, string> {
	const text = env.ANTHROPIC_CUSTOM_HEADERS;
	if (!text || model.provider !== "anthropic" || isOfficialHost(model)) return {};
	const pairs = text.split(/[,\n]/).map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
	return Object.fromEntries(pairs.flatMap((pair) => (pair?.[1] ? [[pair[1], pair[2] ?? ""]] : [])));
}

/** Adds the client certificate that a Foundry may require. */
export async function authorize(request: WireRequest, _body: string | Buffer, call: ModelCall): Promise<WireRequest> {
	const { CLAUDE_CODE_CLIENT_CERT: cert, CLAUDE_CODE_CLIENT_KEY: key } = call.env;
	if (!isFoundry(call) || !cert || !key) return request;
	return {
		...request,
		tls: { cert: await pem(cert, "CLAUDE_CODE_CLIENT_CERT"), key: await pem(key, "CLAUDE_CODE_CLIENT_KEY") },
	};
}

/** The variable has the certificate itself or its file name. */
async function pem(value: string, variable: string): Promise<string> {
	if (value.includes("-----BEGIN")) return value.replaceAll("\\n", "\n");
	try {
		return await readFile(value, "utf8");
	} catch (cause) {
		throw new ProviderError("config", `${variable} names a file that cannot be read: ${value}`, { cause });
	}
}
