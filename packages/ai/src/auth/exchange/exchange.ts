import type { Credential, Exchange, ExchangedKey } from "../../credential.ts";
import type { Fetch } from "../../fetch.ts";

/** Exchanges each credential once and again when the result runs out. */
export class Exchanges {
	readonly #ports: { fetch: Fetch; now: () => number };
	readonly #known = new Map<string, { expires: number; key: Promise<ExchangedKey> }>();

	constructor(ports: { fetch: Fetch; now: () => number }) {
		this.#ports = ports;
	}

	get(exchange: Exchange, credential: Credential, signal?: AbortSignal): Promise<ExchangedKey> {
		const known = this.#known.get(credential.key);
		if (known && known.expires > this.#ports.now()) return known.key;
		const key = exchange(credential, { ...this.#ports, ...(signal && { signal }) });
		const entry = { expires: Number.POSITIVE_INFINITY, key };
		this.#known.set(credential.key, entry);
		key.then(
			({ expires }) => {
				entry.expires = expires;
			},
			() => this.#known.delete(credential.key),
		);
		return key;
	}
}
