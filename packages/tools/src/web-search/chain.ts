import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { ServiceError } from "../web/api/ask-json.ts";
import type { SearchPorts, SearchProvider, SearchRequest, SearchResponse } from "./provider/search-provider.ts";
import { searchProviderSettings } from "./provider/settings.ts";

export interface ProviderFailure {
	readonly provider: string;
	readonly message: string;
}

export interface ChainOutcome {
	/** Of the first provider that found something; of one that found nothing where none did. */
	readonly response?: SearchResponse;
	readonly failures: readonly ProviderFailure[];
}

export interface ChainOptions {
	/** Goes first, whatever the settings say. */
	readonly provider?: string;
	/** Only that one. */
	readonly noFallback?: boolean;
}

/** The providers to try, in order: those that are named first, then the list as it is. */
export function buildChain(
	all: readonly SearchProvider[],
	ports: SearchPorts,
	{ provider, noFallback }: ChainOptions,
): readonly SearchProvider[] {
	const { settings } = ports;
	const preferred = settings.get(searchProviderSettings.webSearch);
	const excluded = settings.get(searchProviderSettings.webSearchExclude);
	const named = [provider, preferred === "auto" ? undefined : preferred].filter((id) => id !== undefined);
	const order = settings.get(searchProviderSettings.webSearchOrder);
	const ids = noFallback && provider ? [provider] : [...named, ...order, ...all.map(({ id }) => id)];
	return [...new Set(ids)].flatMap((id) => {
		const found = all.find((candidate) => candidate.id === id);
		if (found?.isModel && ports.keys.isCapped?.()) return [];
		return found && !excluded.includes(id) && found.isAvailable(ports, named.includes(id)) ? [found] : [];
	});
}

/** Asks one provider after the other until one finds something. Rejects only when the call is aborted. */
export async function searchWith(
	chain: readonly SearchProvider[],
	request: SearchRequest,
	ports: SearchPorts,
): Promise<ChainOutcome> {
	const timeoutSeconds = timeoutOf(ports.settings);
	const failures: ProviderFailure[] = [];
	let empty: SearchResponse | undefined;
	for (const provider of chain) {
		request.signal.throwIfAborted();
		const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
		try {
			const response = { provider: provider.id, ...(await provider.search({ ...request, signal }, ports)) };
			if (response.sources.length > 0 || response.answer) return { response, failures };
			empty ??= response;
		} catch (error) {
			request.signal.throwIfAborted();
			failures.push({ provider: provider.id, message: failureText(provider, error, timeoutSeconds) });
		}
	}
	return { ...(empty && { response: empty }), failures };
}

function timeoutOf(settings: SettingsReader): number {
	return Math.min(300, Math.max(1, settings.get(searchProviderSettings.webSearchTimeoutSeconds)));
}

/** What went wrong, and what the user can do about it. */
function failureText(provider: SearchProvider, error: unknown, timeoutSeconds: number): string {
	const { name, credential } = provider;
	if (isAbort(error)) return `${name} did not answer within ${timeoutSeconds} s`;
	const message = errorMessage(error);
	if (!(error instanceof ServiceError)) return `${name} failed: ${message}`;
	const { status } = error;
	const refusal = provider.refusal?.(status, message);
	if (refusal !== undefined) return refusal;
	if (status === 401 || status === 403) {
		return `${name} authorization failed (${status})${credential ? `; check ${credential}` : ""}`;
	}
	if (status === 429) return `${name} rate limit reached (429)${message ? `: ${message}` : ""}`;
	if (status >= 300) return `${name} answered ${status}${message ? `: ${message}` : ""}`;
	return `${name} ${message}`;
}
