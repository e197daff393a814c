import { createHash } from "node:crypto";
import { type HttpService, startHttpService } from "../../../http-service/http-service.ts";
import { ServiceError } from "../../../http-service/service-error.ts";
import { LiveFeed } from "./live-feed.ts";
import { dashboardVersion, statsRoutes } from "./routes.ts";
import { findDashboard, takeOver } from "./running-dashboard.ts";
import type { SessionStats } from "./session-stats.ts";

export const defaultPort = 3847;

export interface DashboardOptions {
	readonly port: number;
	readonly stats: SessionStats;
	readonly now: () => number;
}

export type StartedDashboard =
	| { readonly kind: "started"; readonly url: string; readonly service: HttpService }
	/** One of the same version and the same sessions was there. */
	| { readonly kind: "reused"; readonly url: string };

/**
 * Serves the dashboard on this machine. On a port that is taken by one for the same sessions, that one is used; one of an older
 * omp is ended first. Throws a `ServiceError` when the port is somebody else's.
 */
export async function startDashboard(options: DashboardOptions): Promise<StartedDashboard> {
	const source = describeSource(options.stats.sessionsFolder);
	try {
		return listen(options, source);
	} catch (error) {
		if (!(error instanceof ServiceError) || error.kind !== "port-in-use") throw error;
		const { port } = options;
		const running = await findDashboard(port);
		if (running === undefined) throw inUse(port, "by another program", error);
		if (running.version > dashboardVersion) throw inUse(port, "by the dashboard of a newer omp", error);
		if (running.source !== undefined && running.source !== source)
			throw inUse(port, "by the dashboard of another profile", error);
		if (running.version === dashboardVersion) return { kind: "reused", url: showUrl(port) };
		if (!(await takeOver(port, dashboardVersion)))
			throw inUse(port, "by a dashboard of an older omp that does not end", error);
		return listen(options, source);
	}
}

function listen({ port, stats, now }: DashboardOptions, source: string): StartedDashboard {
	const feed = new LiveFeed(stats);
	const service = startHttpService({
		bind: { host: "127.0.0.1", port },
		routes: statsRoutes({ stats, feed, onEndRequested: () => void service.end() }),
		headers: { "x-omp-stats-dashboard": String(dashboardVersion), "x-omp-stats-source": source },
		limits: { maxBodyBytes: 10_000, maxRequests: 64, graceMs: 1000 },
		now,
	});
	void service.ended.then(() => feed[Symbol.dispose]());
	return { kind: "started", url: showUrl(service.port), service };
}

function showUrl(port: number): string {
	return `http://localhost:${port}`;
}

/** Tells the sessions of two profiles apart without naming a folder. */
function describeSource(sessionsFolder: string): string {
	return createHash("sha256").update(sessionsFolder).digest("hex").slice(0, 16);
}

function inUse(port: number, what: string, cause: unknown): ServiceError {
	return new ServiceError("port-in-use", `Port ${port} is in use ${what}`, { cause });
}
