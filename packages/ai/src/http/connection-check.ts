import { sleep } from "@oh-my-pi/pi-utils/abort";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { ProviderError } from "../errors/provider-error.ts";

/** A request has got no answer for a while. */
export interface Silence {
	readonly host: string;
	/** Whether a new connection to the host, or to the proxy, can be made. */
	readonly isReachable: boolean;
}

/** Opens a connection and closes it at once. Rejects when that fails or the signal fires. */
export type Connect = (place: { host: string; port: number }, signal: AbortSignal) => Promise<void>;

interface CheckOptions {
	readonly url: string;
	/** Connections go there instead, if set. */
	readonly proxy: string | false;
	/** Gives up after so long without any connection; 0 checks nothing. */
	readonly limitMs: number;
	readonly connect: Connect;
	readonly onSilence?: ((silence: Silence) => void) | undefined;
}

/**
 * Tells a slow model from a network that is down. While a request has no answer, it tries to open another connection:
 * packets that vanish cause no error by themselves for minutes. `signal` fires when no connection was made in time.
 */
export class ConnectionCheck implements Disposable {
	readonly #options: CheckOptions;
	readonly #failure = new AbortController();
	readonly #over = new AbortController();
	readonly #host: string;

	constructor(options: CheckOptions) {
		this.#options = options;
		this.#host = URL.parse(options.url)?.host ?? options.url;
		const place = parseHostAndPort(options.proxy || options.url);
		if (options.limitMs <= 0 || !place) return;
		this.#watch(place).catch((error) => {
			if (!this.#over.signal.aborted) this.#failure.abort(error);
		});
	}

	get signal(): AbortSignal {
		return this.#failure.signal;
	}

	/** Something has arrived. */
	end(): void {
		// Without a reason, a DOMException with a stack would be made for each request.
		this.#over.abort("over");
	}

	[Symbol.dispose](): void {
		this.end();
	}

	/** The steps are shares of the limit: by default it looks after 1 s, and tells after 2 s or 5 s. */
	async #watch(place: { host: string; port: number }): Promise<void> {
		const { limitMs } = this.#options;
		const { signal } = this.#over;
		await sleep(limitMs / 10, { signal });
		await this.#reach(place, AbortSignal.any([signal, AbortSignal.timeout(limitMs * 0.9)]));
		await sleep(limitMs * 0.4, { signal });
		this.#tell(true);
		for (;;) {
			await sleep(limitMs, { signal });
			await this.#reach(place, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
		}
	}

	/** Tries until a connection is made; throws when the signal fires. */
	async #reach(place: { host: string; port: number }, signal: AbortSignal): Promise<void> {
		const late = setTimeout(() => this.#tell(false), this.#options.limitMs / 10);
		let reason = `no connection within ${Math.round(this.#options.limitMs / 1000)} s`;
		try {
			for (;;) {
				try {
					return await this.#options.connect(place, signal);
				} catch (error) {
					if (!signal.aborted) reason = connectionFailure(error);
				}
				await sleep(this.#options.limitMs / 10, { signal });
			}
		} catch (error) {
			throw new ProviderError("network", `Could not reach ${this.#host}: ${reason}`, { cause: error });
		} finally {
			clearTimeout(late);
		}
	}

	#tell(isReachable: boolean): void {
		if (!this.#over.signal.aborted) this.#options.onSilence?.({ host: this.#host, isReachable });
	}
}

function parseHostAndPort(url: string): { host: string; port: number } | undefined {
	const parsed = URL.parse(url);
	if (!parsed?.hostname) return undefined;
	const port = Number(parsed.port) || (parsed.protocol === "https:" ? 443 : 80);
	return { host: parsed.hostname.replace(/^\[|\]$/g, ""), port };
}

export const tcpConnect: Connect = (place, signal) =>
	new Promise((resolve, reject) => {
		signal.throwIfAborted();
		// Loaded only when a request is slow.
		const socket = process.getBuiltinModule("node:net").connect(place);
		const settle = (end: () => void) => {
			signal.removeEventListener("abort", abort);
			socket.destroy();
			end();
		};
		const abort = () => settle(() => reject(signal.reason));
		signal.addEventListener("abort", abort, { once: true });
		socket.on("error", (error) => settle(() => reject(error)));
		socket.once("connect", () => settle(resolve));
		socket.unref();
	});
