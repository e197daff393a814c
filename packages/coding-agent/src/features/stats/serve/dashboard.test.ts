import { expect, test } from "bun:test";
import { appendFile } from "node:fs/promises";
import { until } from "@oh-my-pi/pi-testkit/until";
import { openStats } from "../testing/open-stats.ts";
import { sampleSessions } from "../testing/sample-sessions.ts";
import { startDashboard } from "./dashboard.ts";

const now = () => Date.UTC(2026, 0, 20);
const sample = (requests: number) =>
	Object.fromEntries(
		[...sampleSessions({ requests, perFile: 10, resultChars: 20, now: now(), days: 5 })].map(({ path, text }) => [
			path,
			text,
		]),
	);

/** Something on a free port that answers with these headers. */
function listener(headers: Record<string, string>, onEnd: () => void = () => {}) {
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		reusePort: false,
		fetch(request) {
			if (new URL(request.url).pathname === "/api/end") setTimeout(onEnd, 20);
			return new Response("", { headers });
		},
	});
	return { port: server.port ?? 0, server, [Symbol.asyncDispose]: () => server.stop(true) };
}

test("dashboard: a second one for the same sessions uses the first, one of another profile does not", async () => {
	await using opened = await openStats();
	await using other = await openStats();
	const first = await startDashboard({ port: 0, stats: opened.stats, now });
	if (first.kind !== "started") throw new Error("not started");
	await using service = first.service;
	const { port } = service;
	expect(await startDashboard({ port, stats: opened.stats, now })).toEqual({ kind: "reused", url: first.url });
	expect(startDashboard({ port, stats: other.stats, now })).rejects.toThrow(
		`Port ${port} is in use by the dashboard of another profile`,
	);
});

test("dashboard: a foreign program keeps its port, and so does a newer dashboard", async () => {
	await using opened = await openStats();
	await using foreign = listener({});
	await using newer = listener({ "x-omp-stats-dashboard": "3" });
	const { stats } = opened;
	expect(startDashboard({ port: foreign.port, stats, now })).rejects.toThrow("by another program");
	expect(startDashboard({ port: newer.port, stats, now })).rejects.toThrow("by the dashboard of a newer omp");
});

test("dashboard: an older one is ended and its port taken", async () => {
	await using opened = await openStats();
	await using older = listener({ "x-omp-stats-dashboard": "1" }, () => void older.server.stop(true));
	const dashboard = await startDashboard({ port: older.port, stats: opened.stats, now });
	if (dashboard.kind !== "started") throw new Error("not started");
	expect(dashboard.service.port).toBe(older.port);
	await dashboard.service.end();
});

test("dashboard: only a newer one may end it", async () => {
	await using opened = await openStats();
	const dashboard = await startDashboard({ port: 0, stats: opened.stats, now });
	if (dashboard.kind !== "started") throw new Error("not started");
	const end = async (body: string) =>
		(await fetch(`${dashboard.service.url}/api/end`, { method: "POST", body })).status;
	expect([await end("{"), await end("[]"), await end('{"version":2}'), await end('{"version":"3"}')]).toEqual([
		400, 409, 409, 409,
	]);
	expect(await end('{"version":3}')).toBe(200);
	await dashboard.service.ended;
});

test("dashboard: a page learns of new lines while it is open", async () => {
	await using opened = await openStats(sample(20));
	await opened.stats.sync();
	const dashboard = await startDashboard({ port: 0, stats: opened.stats, now });
	if (dashboard.kind !== "started") throw new Error("not started");
	await using service = dashboard.service;
	const leave = new AbortController();
	const response = await fetch(`${service.url}/api/events`, { signal: leave.signal });
	let text = "";
	const reading = (async () => {
		const decoder = new TextDecoder();
		for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
	})().catch(() => {});
	await until(() => text.includes("event: hello"));
	const [file = ""] = Object.keys(sample(20));
	const more = Object.values(sample(30)).at(-1) ?? "";
	await appendFile(opened.path(file), more);
	await until(() => text.includes('event: changed\ndata: {"totalMessages":30}'));
	leave.abort();
	await reading;
	await until(() => service.activeRequests === 0);
});
