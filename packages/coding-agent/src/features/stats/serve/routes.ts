import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { HttpError } from "../../../http-service/http-error.ts";
import { jsonResponse, textResponse } from "../../../http-service/responses.ts";
import type { Call, HttpRoute } from "../../../http-service/route.ts";
import script from "../page/dashboard.generated.txt" with { type: "text" };
import page from "../page/page.html.txt" with { type: "text" };
import style from "../page/style.css.txt" with { type: "text" };
import { parseRange, type Range } from "../queries/range.ts";
import { readRequestEntries } from "../queries/request-entries.ts";
import { findRequest, maxRows, recentRequests } from "../queries/request-rows.ts";
import { explain } from "../store/open-store.ts";
import type { LiveFeed } from "./live-feed.ts";
import type { SessionStats } from "./session-stats.ts";

/** Of the routes; a running dashboard is known by it. */
export const dashboardVersion = 2;

const defaultRows = 100;

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const policy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"connect-src 'self'",
	"img-src 'self' data:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
].join("; ");

export const pageHeaders: Readonly<Record<string, string>> = {
	"content-security-policy": policy,
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
};

export interface RouteSources {
	readonly stats: SessionStats;
	readonly feed: LiveFeed;
	/** A newer dashboard wants the port. */
	readonly onEndRequested: () => void;
}

/** Page and API of the dashboard. */
export function statsRoutes({ stats, feed, onEndRequested }: RouteSources): HttpRoute[] {
	const { answers, store } = stats;
	const guarded = (answer: (call: Call) => unknown) => async (call: Call) => {
		try {
			return jsonResponse(await answer(call));
		} catch (error) {
			if (error instanceof HttpError) throw error;
			const { message } = explain(error, stats.databasePath);
			throw new HttpError(503, message, {}, { cause: error });
		}
	};
	const get = (path: string, answer: (call: Call) => unknown): HttpRoute => ({
		method: "GET",
		path,
		handle: guarded(answer),
	});
	const ranged = (path: string, answer: (range: Range) => unknown) =>
		get(path, ({ url }) => answer(parseRange(url.searchParams.get("range"))));
	/** Of all time, unless asked otherwise. */
	const whole = (path: string, answer: (range: Range) => unknown) =>
		get(path, ({ url }) => answer(parseRange(url.searchParams.get("range") ?? "all")));
	const sync = guarded(async () => {
		const { processed, files } = await stats.sync();
		return { processed, files, totalMessages: stats.count() };
	});
	return [
		file("/", page, "text/html; charset=utf-8"),
		file("/app.js", script, "text/javascript; charset=utf-8"),
		file("/app.css", style, "text/css; charset=utf-8"),
		whole("/api/stats", (range) => answers.stats(range)),
		ranged("/api/stats/newest", (range) => answers.newest(range)),
		ranged("/api/stats/overview", (range) => answers.overview(range)),
		ranged("/api/stats/model-dashboard", (range) => answers.modelDashboard(range)),
		whole("/api/stats/models", (range) => answers.models(range)),
		whole("/api/stats/folders", (range) => answers.folders(range)),
		whole("/api/stats/timeseries", (range) => answers.timeSeries(range)),
		ranged("/api/stats/costs", (range) => answers.costs(range)),
		ranged("/api/stats/tools", (range) => answers.tools(range)),
		ranged("/api/stats/providers", (range) => answers.providers(range)),
		ranged("/api/stats/behavior", (range) => answers.behavior(range)),
		get("/api/stats/gain", ({ url: { searchParams } }) =>
			answers.gain(parseRange(searchParams.get("range")), searchParams.get("project")),
		),
		get("/api/stats/recent", (call) => recentRequests(store, parseLimit(call))),
		get("/api/stats/errors", (call) => recentRequests(store, parseLimit(call), { onlyFailed: true })),
		get("/api/request/:id", async ({ params: { id = "" } }) => {
			const found = /^\d{1,15}$/.test(id) ? findRequest(store, Number(id)) : undefined;
			if (found === undefined) throw new HttpError(404, `No request with id ${id}`);
			return { ...found.request, ...(await readRequestEntries(found.place)) };
		}),
		{ method: "GET", path: "/api/sync", handle: sync },
		{ method: "POST", path: "/api/sync", handle: sync },
		{
			method: "GET",
			path: "/api/events",
			idleSeconds: 255,
			handle: (call) => {
				const stream = call.events();
				feed.add(stream);
				return stream.response;
			},
		},
		{
			method: "POST",
			path: "/api/end",
			handle: guarded(async (call) => {
				const body = await call.json();
				if (!isRecord(body) || typeof body.version !== "number" || body.version <= dashboardVersion)
					throw new HttpError(409, `Only a dashboard newer than version ${dashboardVersion} takes over`);
				onEndRequested();
				return { ok: true };
			}),
		},
	];
}

function file(path: string, content: string, type: string): HttpRoute {
	return { method: "GET", path, handle: () => textResponse(content, type, { headers: pageHeaders }) };
}

function parseLimit({ url }: Call): number {
	const limit = Number(url.searchParams.get("limit") ?? defaultRows);
	return Number.isInteger(limit) && limit >= 1 && limit <= maxRows ? limit : defaultRows;
}
