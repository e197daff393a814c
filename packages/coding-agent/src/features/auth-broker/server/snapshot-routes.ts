import { capabilitiesHeader, meterCapability } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import type { WireChange } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Call, Route } from "../../../http-service/route.ts";
import type { Broker } from "./broker.ts";
import type { EntryView } from "./entries.ts";

const longestWaitMs = 30_000;
/** Longer than any wait, and than the pause between two comments of a stream. */
export const idleSeconds = 255;

/** How clients learn of the credentials: at once, with the next change, or as a stream. */
export function snapshotRoutes(broker: Broker): Route[] {
	return [
		{ method: "GET", path: "/v1/snapshot", idleSeconds, handle: (call) => answerSnapshot(broker, call) },
		{ method: "GET", path: "/v1/snapshot/stream", idleSeconds, handle: (call) => streamChanges(broker, call) },
	];
}

async function answerSnapshot(broker: Broker, call: Call): Promise<Response> {
	const client = readCapabilities(call);
	broker.lookOrRefuse();
	const known = parseTag(call.request.headers.get("if-none-match"));
	const waitMs = parseWait(call.url.searchParams.get("wait"));
	if (known === broker.generation && waitMs > 0) {
		const isChanged = await waitForChange(broker, waitMs, call.signal);
		if (call.request.signal.aborted) return new Response(null, { status: 499 });
		if (!isChanged) return new Response(null, { status: 304, headers: tagHeaders(broker) });
	}
	return jsonResponse(broker.snapshot(client), { headers: tagHeaders(broker) });
}

/** Whether it came in time. */
async function waitForChange(broker: Broker, waitMs: number, signal: AbortSignal): Promise<boolean> {
	const change = new AbortController();
	const stop = broker.onChange(() => change.abort());
	try {
		await sleep(waitMs, { signal: AbortSignal.any([signal, change.signal]) });
		return false;
	} catch {
		return change.signal.aborted;
	} finally {
		stop();
	}
}

function streamChanges(broker: Broker, call: Call): Response {
	const client = readCapabilities(call);
	const first = broker.snapshot(client);
	const stream = call.events({ keepAliveMs: 20_000 });
	const send = (change: WireChange) => stream.send({ event: change.kind, data: JSON.stringify(change) });
	send({ kind: "snapshot", ...first });
	const stop = broker.onChange((changes) => {
		for (const change of changes) send(broker.event(change, client));
	});
	stream.signal.addEventListener("abort", stop, { once: true });
	return stream.response;
}

export function readCapabilities({ request }: Pick<Call, "request">): Pick<EntryView, "knowsMeters"> {
	const capabilities = request.headers.get(capabilitiesHeader)?.split(/[\s,]+/) ?? [];
	return { knowsMeters: capabilities.includes(meterCapability) };
}

function tagHeaders(broker: Broker): Record<string, string> {
	return { etag: `"${broker.generation}"`, "cache-control": "no-store", vary: capabilitiesHeader };
}

/** `42`, `"42"` or `W/"42"`. */
function parseTag(header: string | null): number | undefined {
	const digits = /^(?:W\/)?"?(\d+)"?$/.exec(header?.trim() ?? "")?.[1];
	return digits === undefined ? undefined : Number(digits);
}

function parseWait(value: string | null): number {
	const ms = Math.trunc(Number(value));
	return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestWaitMs);
}
