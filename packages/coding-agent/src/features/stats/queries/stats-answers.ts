import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import type { StatsStore } from "../store/stats-store.ts";
import { aggregate } from "./aggregate.ts";
import { behaviorAnswer } from "./behavior-answers.ts";
import { gainAnswer } from "./gain-answers.ts";
import { type RequestGroup, readCallGroups, readRequestGroups } from "./groups.ts";
import { providerAnswer } from "./provider-answers.ts";
import { type Range, rangeStart, rangeWith } from "./range.ts";
import {
	byAgentType,
	byFolder,
	byModel,
	costSeries,
	modelPerformanceSeries,
	modelSeries,
	timeSeries,
} from "./request-answers.ts";
import { recentRequests } from "./request-rows.ts";
import { toolAnswer } from "./tool-answers.ts";

/** The range moves with the clock; for this long it is taken to stand still. */
const freshMs = 1000;

/** All numbers of the dashboard, of `omp stats -j` and `-s`. */
export class StatsAnswers {
	readonly #store: StatsStore;
	readonly #now: () => number;
	readonly #quotaHistory: () => Promise<readonly UsageHistoryRow[]>;
	readonly #known = new Map<
		Range,
		{ readonly generation: string; readonly at: number; readonly groups: readonly RequestGroup[] }
	>();

	constructor(store: StatsStore, now: () => number, quotaHistory: () => Promise<readonly UsageHistoryRow[]>) {
		this.#store = store;
		this.#now = now;
		this.#quotaHistory = quotaHistory;
	}

	stats(range: Range) {
		const groups = this.#groups(range);
		return {
			overall: aggregate(groups),
			byModel: byModel(groups),
			byFolder: byFolder(groups),
			byAgentType: byAgentType(groups),
			timeSeries: timeSeries(groups, range),
			modelSeries: modelSeries(groups, range),
			modelPerformanceSeries: modelPerformanceSeries(groups, range),
			costSeries: costSeries(groups, range),
		};
	}

	/** When the newest request was, and the shortest range that has it. */
	newest(range: Range) {
		const [row] = recentRequests(this.#store, 1);
		if (row === undefined) return null;
		const [timestamp, now] = [Number(row.timestamp), this.#now()];
		return { timestamp, range: rangeWith(timestamp, now), isInRange: timestamp >= (rangeStart(range, now) ?? 0) };
	}

	overview(range: Range) {
		const groups = this.#groups(range);
		return { overall: aggregate(groups), byAgentType: byAgentType(groups), timeSeries: timeSeries(groups, range) };
	}

	modelDashboard(range: Range) {
		const groups = this.#groups(range);
		return {
			byModel: byModel(groups),
			modelSeries: modelSeries(groups, range),
			modelPerformanceSeries: modelPerformanceSeries(groups, range),
		};
	}

	models(range: Range) {
		return byModel(this.#groups(range));
	}

	folders(range: Range) {
		return byFolder(this.#groups(range));
	}

	timeSeries(range: Range) {
		return timeSeries(this.#groups(range), range);
	}

	costs(range: Range) {
		return { costSeries: costSeries(this.#groups(range), range) };
	}

	tools(range: Range) {
		return toolAnswer(readCallGroups(this.#store, range, this.#now()), range);
	}

	async providers(range: Range) {
		return providerAnswer(this.#groups(range), range, await this.#quotaHistory());
	}

	behavior(range: Range) {
		return behaviorAnswer(this.#store, range, this.#now());
	}

	gain(range: Range, project: string | null) {
		return gainAnswer(this.#store, range, this.#now(), project);
	}

	/** Read once for the panels of a page. */
	#groups(range: Range): readonly RequestGroup[] {
		const [generation, at] = [this.#store.generation(), this.#now()];
		const known = this.#known.get(range);
		if (known !== undefined && known.generation === generation && (range === "all" || at - known.at < freshMs))
			return known.groups;
		const groups = readRequestGroups(this.#store, range, at);
		this.#known.set(range, { generation, at, groups });
		return groups;
	}
}
