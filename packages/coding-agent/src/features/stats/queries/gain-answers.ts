import type { CompactionRow } from "../store/rows.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { groupBy, ratio } from "./aggregate.ts";
import { bucketStart, type Range, rangeStart } from "./range.ts";

/** Logs know sizes before and after a compaction only in tokens. */
const bytesPerToken = 4;

interface Compaction extends Pick<CompactionRow, "at" | "source" | "tokensBefore"> {
	readonly folder: string;
	readonly tokensAfter: number;
}

/** What compactions saved: the context before each against the prompt of the request after it. */
export function gainAnswer(store: StatsStore, range: Range, now: number, project: string | null) {
	const all = store.all<Compaction>(
		`SELECT at, source, tokensBefore, tokensAfter, names.text AS folder FROM compactions JOIN names ON names.id = compactions.folder
		WHERE at >= ? AND tokensAfter IS NOT NULL ORDER BY at`,
		rangeStart(range, now) ?? Number.MIN_SAFE_INTEGER,
	);
	const own = project === null || project === "" ? all : all.filter(({ folder }) => folder === project);
	return {
		overall: sumGain(own),
		bySource: {
			snapcompact: sumGain(own.filter(({ source }) => source === "snapcompact")),
			summary: sumGain(own.filter(({ source }) => source === "summary")),
		},
		timeSeries: groupBy(own, ({ at }) => bucketStart(range, at)).map((some) => ({
			date: bucketStart(range, some[0]?.at ?? 0),
			snapcompact: sumGain(some.filter(({ source }) => source === "snapcompact")).savedTokens,
			summary: sumGain(some.filter(({ source }) => source === "summary")).savedTokens,
			total: sumGain(some).savedTokens,
		})),
		project: project === "" ? null : project,
		projects: [...new Set(all.map(({ folder }) => folder))].sort(),
	};
}

function sumGain(compactions: readonly Compaction[]) {
	const sum = (read: (compaction: Compaction) => number) =>
		compactions.reduce((total, compaction) => total + read(compaction), 0);
	const before = sum(({ tokensBefore }) => tokensBefore);
	const after = sum(({ tokensBefore, tokensAfter }) => Math.min(tokensBefore, tokensAfter));
	return {
		savedTokens: before - after,
		savedBytes: (before - after) * bytesPerToken,
		hits: compactions.length,
		outputBytes: after * bytesPerToken,
		originalBytes: before * bytesPerToken,
		reductionPercent: (ratio(before - after, before) ?? 0) * 100,
	};
}
