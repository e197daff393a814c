import { type Lookup, type Reach, reaches, reachOfHost, systemLookup } from "@oh-my-pi/pi-utils/net/inside-address";
import { OAuthError } from "./oauth-error.ts";

/**
 * Whether a server may send us to an address. What it names is fetched from inside the user's network, so a server outside must
 * not choose addresses inside; and plain HTTP is only for servers that are used that way themselves.
 */
export class UrlPolicy {
	readonly #server: URL;
	readonly #lookup: Lookup;
	#serverReach: Promise<Reach> | undefined;

	constructor(serverUrl: string, lookup: Lookup = systemLookup) {
		this.#server = new URL(serverUrl);
		this.#lookup = lookup;
	}

	/** The address as a URL; throws when it must not be used. */
	async check(address: string): Promise<URL> {
		const url = URL.parse(address);
		const refuse = (why: string) => new OAuthError("unsafe", `${shownAddress(address)} ${why}`);
		if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) throw refuse("is not an http(s) address");
		if (url.username !== "" || url.password !== "") throw refuse("has a name or password in it");
		if (url.host === this.#server.host && url.protocol === this.#server.protocol) return url;
		this.#serverReach ??= reachOfHost(this.#server.hostname, this.#lookup);
		const [serverReach, target] = await Promise.all([this.#serverReach, reachOfHost(url.hostname, this.#lookup)]);
		if (url.protocol === "http:" && this.#server.protocol !== "http:" && target !== "loopback") {
			throw refuse("is not encrypted");
		}
		const isInside =
			target === "link-local" || target === "metadata" || reaches.indexOf(target) > reaches.indexOf(serverReach);
		if (isInside && url.hostname !== this.#server.hostname) {
			throw refuse(`is inside your network, and ${this.#server.host} must not choose that`);
		}
		return url;
	}
}

function shownAddress(address: string): string {
	const url = URL.parse(address);
	const shown = url && url.host !== "" ? `${url.protocol}//${url.host}${url.pathname}` : address;
	return shown.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 200);
}
