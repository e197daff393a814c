import type { Feature } from "../contract/feature.ts";
import type { FindBroker } from "./serve/quota-history.ts";
import type { StatsFolders } from "./serve/session-stats.ts";
import { type RunningStats, statsKey } from "./session/running-stats.ts";
import type { SessionDashboard } from "./session/session-dashboard.ts";

/** What everything costs: `omp stats` and `/stats`. Nothing is loaded before one of them is used. */
export const statsFeature: Feature<RunningStats> = {
	...statsKey,
	commands: async () => [(await import("./session/stats-command.ts")).statsCommand],
	cliCommands: [
		{
			name: "stats",
			summary: "Usage statistics: requests, tokens, cost, speed",
			load: async () => (await import("./cli/stats-cli.ts")).statsCli,
			completionSpec: async () => ({ flags: (await import("./cli/stats-flags.ts")).statsFlags }),
		},
	],
	isWanted: ({ request: { isBare } }) => !isBare,
	start({ workbench: { host } }) {
		let current: SessionDashboard | undefined;
		/** Calls at the same time get the same dashboard. */
		let last: Promise<unknown> = Promise.resolve();
		const open = async (folders: StatsFolders, port: number | undefined, findBroker: FindBroker) => {
			const { SessionDashboard: Dashboard } = await import("./session/session-dashboard.ts");
			const running = current;
			if (running?.isOwn && (port === undefined || port === 0 || running.url.endsWith(`:${port}`))) return running;
			const started = await Dashboard.start(folders, { port, now: host.now, findBroker });
			// Only now: on a port that is taken, the one before goes on.
			current = started;
			await running?.[Symbol.asyncDispose]();
			return started;
		};
		return {
			get url() {
				return current?.isOwn ? current.url : undefined;
			},
			dashboard(folders, port, findBroker) {
				const opened = last.then(() => open(folders, port, findBroker));
				last = opened.catch(() => {});
				return opened;
			},
			async [Symbol.asyncDispose]() {
				await last;
				await current?.[Symbol.asyncDispose]();
			},
		};
	},
};
