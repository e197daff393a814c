import { bucketName } from "../parts/format.ts";
import type { ChartSeries } from "./chart.ts";

/** More bars than this are thinner than a pixel or two. */
const maxBuckets = 120;
/** More colors than this cannot be told apart. */
const maxSeries = 7;

export interface Buckets {
	readonly starts: readonly number[];
	readonly names: readonly string[];
	readonly labels: readonly string[];
	/** Where a moment belongs. */
	readonly find: (at: number) => number;
}

/** Hours or days without a gap between the first and the last, several together where there are many. */
export function makeBuckets(times: readonly number[], isHours: boolean): Buckets {
	const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
	const last = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
	const all: number[] = [];
	for (const date = new Date(first); date.getTime() <= last && all.length < 100_000; ) {
		all.push(date.getTime());
		if (isHours) date.setTime(date.getTime() + 3_600_000);
		else date.setDate(date.getDate() + 1);
	}
	const together = Math.max(1, Math.ceil(all.length / maxBuckets));
	const starts = all.filter((_, index) => index % together === 0);
	const places = new Map(all.map((at, index) => [at, Math.floor(index / together)]));
	return {
		starts,
		names: starts.map((at) =>
			together > 1
				? `${together} ${isHours ? "hours" : "days"} from ${bucketName(at, isHours)}`
				: bucketName(at, isHours),
		),
		labels: starts.map((at) => shortLabel(at, isHours)),
		find: (at) =>
			places.get(at) ??
			Math.max(
				0,
				starts.findLastIndex((start) => start <= at),
			),
	};
}

function shortLabel(at: number, isHours: boolean): string {
	const date = new Date(at);
	return isHours
		? `${String(date.getHours()).padStart(2, "0")}:00`
		: date.toLocaleDateString(undefined, { month: "short", day: "numeric" });
}

interface Point {
	readonly timestamp: number;
}

/** One series for each name, the largest first; small ones together as "others". */
export function stackByName<Row extends Point>(
	buckets: Buckets,
	rows: readonly Row[],
	readName: (row: Row) => string,
	readValue: (row: Row) => number,
): ChartSeries[] {
	const totals = new Map<string, number>();
	for (const row of rows) totals.set(readName(row), (totals.get(readName(row)) ?? 0) + readValue(row));
	const names = [...totals].sort((a, b) => b[1] - a[1]).map(([name]) => name);
	const shown = names.length > maxSeries ? names.slice(0, maxSeries) : names;
	const values = new Map(
		[...shown, ...(names.length > maxSeries ? ["others"] : [])].map((name) => [name, buckets.starts.map(() => 0)]),
	);
	for (const row of rows) {
		const own = values.get(readName(row)) ?? values.get("others");
		const at = buckets.find(row.timestamp);
		if (own) own[at] = (own[at] ?? 0) + readValue(row);
	}
	return [...values].map(([name, own], index) => ({ name, values: own, color: `c${Math.min(index, 7)}` }));
}

/** Sums of one field. */
export function sumSeries<Row extends Point>(
	buckets: Buckets,
	rows: readonly Row[],
	readValue: (row: Row) => number,
): number[] {
	const values = buckets.starts.map(() => 0);
	for (const row of rows) {
		const at = buckets.find(row.timestamp);
		values[at] = (values[at] ?? 0) + readValue(row);
	}
	return values;
}

/** Weighted averages of one field by name; buckets without a value are gaps. */
export function averageByName<Row extends Point & { readonly requests: number }>(
	buckets: Buckets,
	rows: readonly Row[],
	readName: (row: Row) => string,
	readValue: (row: Row) => number | null,
): ChartSeries[] {
	const known = rows.filter((row) => readValue(row) !== null);
	const weights = stackByName(buckets, known, readName, ({ requests }) => requests);
	return weights
		.filter(({ name }) => name !== "others")
		.map(({ name, values, color }) => {
			const own = known.filter((row) => readName(row) === name);
			const sums = sumSeries(buckets, own, (row) => (readValue(row) ?? 0) * row.requests);
			return { name, color, values: values.map((weight, at) => (weight ? (sums[at] ?? 0) / weight : null)) };
		});
}
