import { toWireUsage } from "@oh-my-pi/pi-ai/auth/broker/wire-usage";
import type { UsageReport } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { UsageCache } from "@oh-my-pi/pi-ai/auth/usage/usage-cache";
import { usageReports } from "@oh-my-pi/pi-ai/auth/usage/usage-reports";
import type { Credential } from "@oh-my-pi/pi-ai/model/credential";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Call, Route } from "../../../http-service/route.ts";
import type { Broker } from "./broker.ts";
import { observedClients, recordObserved } from "./observed-usage.ts";
import { readFields } from "./request-body.ts";
import { idleSeconds } from "./snapshot-routes.ts";

const dayMs = 24 * 3600_000;

/** What accounts have left, and who has used it. */
export function usageRoutes(broker: Broker, now: () => number): Route[] {
	const { database } = broker.store;
	let asking: Promise<unknown[]> | undefined;
	/** All callers share the requests to the providers. */
	const reports = (): Promise<unknown[]> => {
		asking ??= currentReports(broker, now).finally(() => {
			asking = undefined;
		});
		return asking;
	};
	return [
		{
			method: "GET",
			path: "/v1/usage",
			idleSeconds,
			handle: async () => jsonResponse({ generatedAt: now(), reports: await reports() }),
		},
		{
			method: "GET",
			path: "/v1/usage/history",
			handle: ({ url }) => {
				const provider = url.searchParams.get("provider");
				const rows = new UsageCache(database, now).historySince(since(url, now() - 7 * dayMs));
				const entries = rows.filter((row) => provider === null || row.provider === provider);
				return jsonResponse({ generatedAt: now(), entries });
			},
		},
		{
			method: "POST",
			path: "/v1/usage/observed",
			handle: async (call: Call) => {
				recordObserved(database, await readFields(call), now());
				return jsonResponse({ ok: true });
			},
		},
		{
			method: "GET",
			path: "/v1/usage/clients",
			handle: ({ url }) =>
				jsonResponse({ generatedAt: now(), clients: observedClients(database, since(url, now() - 7 * dayMs)) }),
		},
		{
			method: "POST",
			path: "/v1/usage/stale",
			handle: () => {
				new UsageCache(database, now).clear();
				return jsonResponse({ ok: true });
			},
		},
	];
}

function since(url: URL, otherwise: number): number {
	const text = url.searchParams.get("sinceMs");
	const ms = text === null ? Number.NaN : Number(text);
	return Number.isFinite(ms) ? ms : otherwise;
}

async function currentReports(broker: Broker, now: () => number): Promise<unknown[]> {
	const { store } = broker;
	const outcomes = await usageReports(
		{ store: { current: store }, findCredential: (_provider, { onlyStored }) => credential(broker, onlyStored) },
		{ now },
	);
	const readId = (report: UsageReport) =>
		store.list(report.provider).find((row) => (row.identityKey ?? `${row.provider}:${row.id}`) === report.accountKey)
			?.id;
	return outcomes.flatMap((outcome) => ("limits" in outcome ? [toWireUsage(outcome, readId(outcome))] : []));
}

async function credential(broker: Broker, id: number): Promise<Credential | undefined> {
	const found = broker.store.find(id);
	const row = found && (await broker.validLogin(found));
	if (!row || row.disabledCause !== undefined) return undefined;
	if (row.type === "api_key") return { key: row.key, source: "stored key", storedId: id };
	return { key: row.tokens.access, source: "login", storedId: id, tokens: row.tokens };
}
