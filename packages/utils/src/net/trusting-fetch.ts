import { certificateProblem } from "./certificate-problem.ts";
import { hasCertificates, trustedAuthorities } from "./trusted-authorities.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Send<Address> = (url: Address, init: RequestInit) => Promise<Response>;

/**
 * `fetch` that trusts all of `trustedAuthorities`. The runtime of the executable has loaded nearly all of them by itself; where an
 * authority is still unknown, they are read and the request, of which nothing was sent, is made again.
 */
export function trustingFetch<Address extends string | URL>(fetch: Send<Address>, env: Env): Send<Address> {
	return async (url, init) => {
		if (String(url).startsWith("http:")) return fetch(url, init);
		const trust = trustFor(env);
		if (trust.isNeeded) return fetch(url, withAuthorities(init, trust.authorities()));
		try {
			return await fetch(url, init);
		} catch (error) {
			const isRepeatable = !(init.body instanceof ReadableStream);
			if (!certificateProblem(error)?.isUnknownAuthority || !isRepeatable) throw error;
			const response = await fetch(url, withAuthorities(init, trust.authorities()));
			trust.isNeeded = true;
			return response;
		}
	};
}

function withAuthorities(init: RequestInit & { tls?: object }, ca: readonly string[]): RequestInit {
	return { ...init, tls: { ca: [...ca], ...init.tls } } as RequestInit;
}

interface Trust {
	/** What the runtime trusts by itself did not suffice. */
	isNeeded: boolean;
	readonly authorities: () => readonly string[];
}

function trustFor(env: Env): Trust {
	const known = trusts.get(env);
	if (known) return known;
	let authorities: readonly string[] | undefined;
	const trust = {
		// The runtime only reads files.
		isNeeded: hasCertificates(env.NODE_EXTRA_CA_CERTS ?? ""),
		authorities: () => {
			authorities ??= trustedAuthorities(env);
			return authorities;
		},
	};
	trusts.set(env, trust);
	return trust;
}

/** Cache, because reading hundreds of certificates for each request is slow. */
const trusts = new WeakMap<Env, Trust>();
