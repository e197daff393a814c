import page from "./dashboard.html.txt" with { type: "text" };
import type { Stats } from "./stats-store.ts";
import type { SyncReport } from "./sync-sessions.ts";

export interface StatsSources {
	readonly stats: () => Stats;
	readonly sync: () => Promise<SyncReport>;
}

const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The dashboard, for this machine only. */
export function serveStats(port: number, { stats, sync }: StatsSources): Bun.Server<undefined> {
	return Bun.serve({
		port,
		hostname: "127.0.0.1",
		async fetch(request) {
			const { hostname, pathname } = new URL(request.url);
			// A page elsewhere may give its name the address of this machine.
			if (!localHosts.has(hostname)) return new Response("Not for you", { status: 403 });
			switch (pathname) {
				case "/":
					return new Response(page, { headers: pageHeaders });
				case "/api/stats":
					return json(stats());
				case "/api/stats/models":
					return json(stats().byModel);
				case "/api/stats/folders":
					return json(stats().byFolder);
				case "/api/stats/timeseries":
					return json(stats().timeSeries);
				case "/api/sync":
					return json(await sync());
				default:
					return new Response("Not found", { status: 404 });
			}
		},
	});
}

const pageHeaders = {
	"content-type": "text/html; charset=utf-8",
	"content-security-policy":
		"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
};

function json(value: unknown): Response {
	return Response.json(value, { headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}
