import type { StoredCredential } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { usageFetchers } from "@oh-my-pi/pi-ai/auth/usage/fetchers";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { createStream } from "@oh-my-pi/pi-ai/stream/stream";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { describeFailure } from "../formats/failure.ts";

export interface CheckedCredential {
	readonly id: number;
	readonly provider: string;
	readonly type: "api_key" | "oauth";
	/** `null`: the provider has no way to tell. */
	readonly ok: boolean | null;
	readonly email?: string | undefined;
	readonly remoteRefresh: true;
	readonly reason?: string | undefined;
}

/** Whether each credential works: by a usage report, and with `strict` by a prompt of one token. */
export function checkCredentials(
	registry: ModelRegistry,
	host: Host,
	{ strict, signal }: { readonly strict: boolean; readonly signal?: AbortSignal | undefined },
): Promise<CheckedCredential[]> {
	const rows = registry.store.accounts?.list() ?? [];
	return Promise.all(
		rows.map(async (row): Promise<CheckedCredential> => {
			const email = row.type === "oauth" ? row.tokens.email : undefined;
			const common = { id: row.id, provider: row.provider, type: row.type, ...(email && { email }) };
			const checked = await check(registry, host, row, strict, signal);
			return { ...common, remoteRefresh: true, ...checked };
		}),
	);
}

type Outcome = Pick<CheckedCredential, "ok" | "reason">;

async function check(
	registry: ModelRegistry,
	host: Host,
	row: StoredCredential,
	strict: boolean,
	signal: AbortSignal | undefined,
): Promise<Outcome> {
	try {
		const credential = await registry.findCredential(row.provider, { onlyStored: row.id, signal });
		if (!credential) return { ok: false, reason: "the credential is gone" };
		const fetcher = row.type === "oauth" ? await usageFetchers[row.provider]?.() : undefined;
		if (fetcher) await fetcher(credential, { fetch, now: host.now, signal });
		if (!strict) return { ok: fetcher ? true : null };
		const { apiKey, headers } = await registry.credentials.toSend(row.provider, credential, signal);
		return await prompt(registry, host, row.provider, { apiKey, headers, signal });
	} catch (error) {
		return { ok: false, reason: errorMessage(error) };
	}
}

async function prompt(
	registry: ModelRegistry,
	host: Host,
	provider: string,
	options: { apiKey: string; headers?: Readonly<Record<string, string>> | undefined; signal?: AbortSignal | undefined },
): Promise<Outcome> {
	const model = await smallestModel(registry, provider);
	if (!model) return { ok: null, reason: "the provider has no models" };
	const stream = createStream({ host, protocols: builtInProtocols });
	const messages = [{ role: "user" as const, content: "Hi", timestamp: host.now() }];
	const reply = await stream(model, { messages }, { ...options, maxTokens: 1, maxRetries: 0 }).result();
	return reply.stopReason === "error" ? { ok: false, reason: describeFailure(reply).message } : { ok: true };
}

/** The cheapest one, as nothing of it is of interest but that it answers. */
async function smallestModel(registry: ModelRegistry, provider: string): Promise<Model | undefined> {
	const ids = registry.providerIds().filter((id) => (registry.findProvider(id)?.storeCredentialsAs ?? id) === provider);
	const models = (await Promise.all(ids.map((id) => registry.modelsOf(id)))).flat();
	const priced = models.filter(({ cost }) => cost.output > 0).toSorted((a, b) => a.cost.output - b.cost.output);
	return priced[0] ?? models[0];
}
