import {
	type callMeasures,
	callRollup,
	quarterAt,
	type requestMeasures,
	requestRollup,
	sumSql,
} from "../store/rollup.ts";
import { type AgentType, agentTypes } from "../store/rows.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { isShort, type Range, rangeStart } from "./range.ts";

/** Sums of the requests of a quarter of an hour with the same model, folder and kind of agent. */
export interface RequestGroup extends Readonly<Record<keyof typeof requestMeasures, number>> {
	readonly quarter: number;
	readonly provider: string;
	readonly model: string;
	readonly folder: string;
	readonly agentType: AgentType;
}

/** Sums of the calls of a quarter of an hour with the same tool and model. */
export interface CallGroup extends Readonly<Record<keyof typeof callMeasures, number>> {
	readonly quarter: number;
	readonly tool: string;
	readonly provider: string;
	readonly model: string;
}

export function readRequestGroups(store: StatsStore, range: Range, now: number): readonly RequestGroup[] {
	const rows = readSums<Omit<RequestGroup, "agentType"> & { agentType: number }>(store, requestRollup, { range, now }, [
		"provider",
		"model",
		"folder",
	]);
	return rows.map((row) => ({ ...row, agentType: agentTypes[row.agentType] ?? "main" }));
}

export function readCallGroups(store: StatsStore, range: Range, now: number): readonly CallGroup[] {
	return readSums<CallGroup>(store, callRollup, { range, now }, ["tool", "provider", "model"]);
}

function readSums<Row>(
	store: StatsStore,
	rollup: typeof requestRollup | typeof callRollup,
	{ range, now }: { readonly range: Range; readonly now: number },
	named: readonly string[],
): Row[] {
	const start = rangeStart(range, now);
	const from = isShort(range)
		? `(${sumSql<never>(rollup as typeof requestRollup & typeof callRollup, "at >= ?")})`
		: `(SELECT * FROM ${rollup.table} WHERE quarter >= ?)`;
	const since = start === undefined ? Number.MIN_SAFE_INTEGER : isShort(range) ? start : quarterAt(start);
	const columns = ["quarter", ...rollup.groups, ...Object.keys(rollup.measures)];
	const selected = columns.map((column) =>
		named.includes(column) ? `${column}Name.text AS ${column}` : `sums.${column}`,
	);
	const joins = named.map((column) => `JOIN names ${column}Name ON ${column}Name.id = sums.${column}`);
	return store.all<Row>(`SELECT ${selected.join(", ")} FROM ${from} sums ${joins.join(" ")}`, since);
}
