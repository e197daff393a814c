import { HttpError } from "./http-error.ts";

export interface SenderRules {
	/** Names in the Host header that are ours, without a port; `undefined` = any, for a service behind a name that only its user knows. */
	readonly hosts: ReadonlySet<string> | undefined;
	/** Which other origins may send; a page of this service always may. */
	readonly allowsOrigin: (origin: string) => boolean;
}

/** The names under which this machine reaches itself. */
export const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses what another page has a browser send: a name that was pointed at this machine (Host), a foreign page (Origin), and
 * requests without an Origin that a foreign page caused.
 */
export function checkSender({ headers }: Request, url: URL, { hosts, allowsOrigin }: SenderRules): void {
	if (hosts !== undefined && !hosts.has(url.hostname))
		throw new HttpError(403, `Not served under this name: ${url.hostname}`);
	const origin = headers.get("origin");
	if (origin !== null) {
		if (origin !== `http://${url.host}` && origin !== `https://${url.host}` && !allowsOrigin(origin))
			throw new HttpError(403, "Not served to pages of this origin");
		return;
	}
	if (headers.get("sec-fetch-site") === "cross-site" && headers.get("sec-fetch-mode") !== "navigate")
		throw new HttpError(403, "Not served to pages of other sites");
}
