import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";
import { HttpError } from "../../../http-service/http-error.ts";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Call, Route } from "../../../http-service/route.ts";
import type { Broker } from "./broker.ts";
import { oneMeter } from "./entries.ts";
import { number, parseCredential, readFields, readId, readOptionalFields, text } from "./request-body.ts";
import { idleSeconds, readCapabilities } from "./snapshot-routes.ts";

const done = () => jsonResponse({ ok: true });

/** What clients change at the credentials. */
export function credentialRoutes(broker: Broker, now: () => number): Route[] {
	return [
		{ method: "POST", path: "/v1/credential", handle: (call) => save(broker, call) },
		// A provider may take its time.
		{ method: "POST", path: "/v1/credential/:id/refresh", idleSeconds, handle: (call) => refresh(broker, call) },
		{
			method: "POST",
			path: "/v1/credential/:id/disable",
			handle: async (call) => {
				broker.disable(readId(call), text(await readFields(call), "cause").slice(0, 500));
				return done();
			},
		},
		{ method: "POST", path: "/v1/credential/:id/block", handle: (call) => block(broker, call) },
		{
			method: "DELETE",
			path: "/v1/credential/:id/blocks",
			handle: (call) => {
				broker.clearBlocks(readId(call));
				return done();
			},
		},
		{ method: "GET", path: "/v1/credentials/disabled", handle: (call) => listDisabled(broker, call, now) },
	];
}

async function save(broker: Broker, call: Call): Promise<Response> {
	const fields = await readFields(call);
	const provider = text(fields, "provider");
	if (provider.startsWith(serverLoginPrefix)) throw new HttpError(400, "provider: logins at MCP servers stay local");
	broker.save(provider, parseCredential(fields));
	const client = readCapabilities(call);
	return jsonResponse({ entries: broker.listEntries(provider).map((entry) => broker.wire(entry, client)) });
}

async function refresh(broker: Broker, call: Call): Promise<Response> {
	const { unlessNewerThan } = await readOptionalFields(call);
	const known = typeof unlessNewerThan === "string" ? unlessNewerThan : undefined;
	const entry = await broker.refresh(readId(call), known);
	return jsonResponse({ entry: broker.wire(entry, readCapabilities(call)) });
}

async function block(broker: Broker, call: Call): Promise<Response> {
	const fields = await readFields(call);
	const scope = typeof fields.scope === "string" ? fields.scope : "";
	broker.block(readId(call), {
		provider: text(fields, "provider"),
		// A client that knows one meter means both.
		scope: scope === oneMeter ? "" : scope,
		untilMs: Math.round(number(fields, "untilMs")),
	});
	return done();
}

function listDisabled(broker: Broker, { url }: Call, now: () => number): Response {
	broker.lookOrRefuse();
	const provider = url.searchParams.get("provider") ?? undefined;
	const disabled = broker.store
		.list(provider, { includeDisabled: true })
		.filter((row) => row.disabledCause !== undefined && !row.provider.startsWith(serverLoginPrefix))
		.map(({ id, provider, type, disabledCause, updatedAtMs }) => ({
			...{ id, provider, type },
			cause: disabledCause,
			disabledAtMs: updatedAtMs,
		}));
	return jsonResponse({ generatedAt: now(), disabled });
}
