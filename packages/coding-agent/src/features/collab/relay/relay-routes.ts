import { findClient, type ServiceToken } from "../../../http-service/check-token.ts";
import { HttpError } from "../../../http-service/http-error.ts";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Route } from "../../../http-service/route.ts";
import { pageRoutes } from "./page-routes.ts";
import { Rooms } from "./rooms.ts";
import type { ShareStore } from "./share-store.ts";

export interface RelayOptions {
	readonly shares: ShareStore;
	/** What opens rooms and stores sessions; everybody may without it. */
	readonly token: string | undefined;
}

/** Everything a relay answers. Guests and readers need only their link, so their routes are open. */
export function relayRoutes({ shares, token }: RelayOptions): readonly Route[] {
	const tokens: readonly ServiceToken[] = token === undefined ? [] : [{ client: "host", token }];
	const mayWrite = ({ headers }: Request, url: URL) =>
		isOwnPage(headers, url) && (token === undefined || findClient(headers, tokens, ["authorization"]) !== undefined);
	const rooms = new Rooms(mayWrite);
	return [
		{ method: "GET", path: "/healthz", open: true, handle: () => jsonResponse({ ok: true, rooms: rooms.count }) },
		{ method: "WEBSOCKET", path: "/r/:room", open: true, isPrivate: true, connect: (call) => rooms.connect(call) },
		{
			method: "POST",
			path: "/s",
			open: true,
			maxBodyBytes: shares.maxBytes,
			async handle({ request, url, bytes }) {
				if (!mayWrite(request, url)) throw new HttpError(401, "unauthorized", { "www-authenticate": "Bearer" });
				const body = await bytes();
				if (body.length === 0) throw new HttpError(400, "Nothing to store");
				return jsonResponse({ id: await shares.put(body) }, { status: 201 });
			},
		},
		{
			method: "GET",
			path: "/s/:id/raw",
			open: true,
			isPrivate: true,
			async handle({ params }) {
				const bytes = await shares.get(params.id ?? "");
				if (bytes === undefined) throw new HttpError(404, "There is no such session here, or it is too old");
				return new Response(Uint8Array.from(bytes), {
					headers: {
						"content-type": "application/octet-stream",
						"content-length": String(bytes.length),
						"cache-control": "no-store",
						"x-content-type-options": "nosniff",
					},
				});
			},
		},
		...pageRoutes(),
	];
}

/**
 * The service lets pages of any origin in, since `collab.webUrl` may be one, and a proxy may not pass our name on; they can join
 * and read with a link, as anybody can. What only a host may do, no foreign page has a browser do.
 */
function isOwnPage(headers: Headers, { host }: URL): boolean {
	const origin = headers.get("origin");
	return origin === null || origin === `http://${host}` || origin === `https://${host}`;
}
