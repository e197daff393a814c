import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { noUsage, type UsageStatistics } from "@oh-my-pi/pi-session/tree/usage-totals";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

type CountedLog = Pick<SessionLog, "knownUsage" | "countUsage">;

/** What a session has used, counted in the background where that takes a while: a long one is shown before it is read. */
export class UsageWatch {
	#counting: CountedLog | undefined;

	constructor(
		private readonly onCounted: () => void,
		private readonly wait: () => Promise<unknown> = () => Bun.sleep(300),
	) {}

	/** Nothing until it is known. */
	of(log: CountedLog): UsageStatistics {
		const known = log.knownUsage;
		if (!known && this.#counting !== log) void this.#count(log);
		return known ?? noUsage();
	}

	async #count(log: CountedLog): Promise<void> {
		this.#counting = log;
		// The screen that asks for it is just being drawn.
		await this.wait();
		await ignoreFailure(log.countUsage(), "a session that cannot be read says so by itself");
		if (this.#counting !== log) return;
		if (log.knownUsage) this.#counting = undefined;
		this.onCounted();
	}
}
