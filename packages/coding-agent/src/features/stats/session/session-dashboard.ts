import { defaultPort, type StartedDashboard, startDashboard } from "../serve/dashboard.ts";
import type { FindBroker } from "../serve/quota-history.ts";
import { SessionStats, type StatsFolders } from "../serve/session-stats.ts";

/** A dashboard that lives as long as its session. */
export class SessionDashboard implements AsyncDisposable {
	readonly #stats: SessionStats;
	readonly #dashboard: StartedDashboard;
	#isEnded = false;

	private constructor(stats: SessionStats, dashboard: StartedDashboard) {
		this.#stats = stats;
		this.#dashboard = dashboard;
		if (dashboard.kind === "started") {
			void dashboard.service.ended.then(() => {
				this.#isEnded = true;
			});
		}
	}

	static async start(
		folders: StatsFolders,
		{ port, now, findBroker }: { port: number | undefined; now: () => number; findBroker: FindBroker },
	): Promise<SessionDashboard> {
		const stats = await SessionStats.open(folders, now, findBroker);
		try {
			const dashboard = await startDashboard({ port: port ?? defaultPort, stats, now });
			if (dashboard.kind === "reused") await stats[Symbol.asyncDispose]();
			return new SessionDashboard(stats, dashboard);
		} catch (error) {
			await stats[Symbol.asyncDispose]();
			throw error;
		}
	}

	get url(): string {
		return this.#dashboard.url;
	}

	/** Of this session: one that was there before ends by itself. */
	get isOwn(): boolean {
		return this.#dashboard.kind === "started" && !this.#isEnded;
	}

	get notice(): string | undefined {
		return this.#stats.notice;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		if (this.#dashboard.kind === "reused") return;
		await this.#dashboard.service.end();
		await this.#stats[Symbol.asyncDispose]();
	}
}
