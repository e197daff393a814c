import type { Plan } from "./plan.ts";

/** What a plan may cost at most. */
export interface CostBound {
	/** Undefined where nothing limits it. */
	readonly usd: number | undefined;
	/** The caps of all tasks together; undefined where a task has none. */
	readonly tasksUsd: number | undefined;
	readonly tasksWithoutCap: number;
	readonly batchUsd: number | undefined;
	readonly usdPerDay: number | undefined;
}

export function costBound({ tasks, limits }: Pick<Plan, "tasks" | "limits">): CostBound {
	const caps = tasks.map(({ spec }) => spec.limits.usd);
	const tasksWithoutCap = caps.filter((cap) => cap === undefined).length;
	const sum = caps.reduce<number>((total, cap) => total + (cap ?? 0), 0);
	const tasksUsd = tasksWithoutCap === 0 ? sum : undefined;
	const bounds = [tasksUsd, limits.usd].filter((bound) => bound !== undefined);
	return {
		usd: bounds.length === 0 ? undefined : Math.min(...bounds),
		tasksUsd,
		tasksWithoutCap,
		batchUsd: limits.usd,
		usdPerDay: limits.usdPerDay,
	};
}
