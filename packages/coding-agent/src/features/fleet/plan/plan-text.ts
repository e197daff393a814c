import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { countOf, money } from "../text/money.ts";
import { type CostBound, costBound } from "./cost-bound.ts";
import { isUrl } from "./finish-task.ts";
import type { Plan, PlannedTask } from "./plan.ts";

const shownRows = 5;
const shownKinds = 4;

/** What would run, and what it may cost. */
export function planText(plan: Plan): string {
	const { tasks, name } = plan;
	const bound = costBound(plan);
	const facts: Array<readonly [string, string]> = [
		["Repositories", repositoryWords(tasks)],
		["Models", kindWords(tasks, ({ spec }) => spec.model ?? "the worker's default")],
		["Deliver", kindWords(tasks, ({ spec }) => spec.deliver.kind)],
		["Check", kindWords(tasks, ({ spec }) => (spec.check ? oneLine(spec.check.command, 60) : "none"))],
		["Limits", limitWords(plan)],
		["Cost", costWords(bound, tasks.length)],
		...listed("From outside", plan.outside),
	];
	return [
		`${name}: ${countOf(tasks.length, "task")}`,
		...facts.map(([label, words]) => `  ${label.padEnd(14)}${words}`),
		"",
		...rowLines(tasks),
		"",
	].join("\n");
}

const shownPaths = 20;

/** One to a line, under one label. */
function listed(label: string, paths: readonly string[]): Array<readonly [string, string]> {
	const rest = paths.length - shownPaths;
	const shown = [...paths.slice(0, shownPaths), ...(rest > 0 ? [`and ${rest.toLocaleString("en")} more`] : [])];
	return shown.map((path, index) => [index === 0 ? label : "", path]);
}

/** What a worker on this machine could not do. */
export function missingWords(missing: readonly string[]): string {
	const shown = missing.slice(0, shownPaths);
	const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : "";
	return `There is no folder ${shown.join(", ")}${more} on this machine: only workers that have it can do this`;
}

export function costWords({ usd, tasksUsd, tasksWithoutCap, batchUsd, usdPerDay }: CostBound, count: number): string {
	const perDay = usdPerDay === undefined ? "" : `; at most ${money(usdPerDay)} a day, with all batches`;
	if (usd === undefined) {
		return `NO CAP: ${uncappedWords({ tasksWithoutCap }, count)}. Set limits.usd${perDay}`;
	}
	if (tasksUsd === undefined)
		return `at most ${money(usd)}, the cap of the batch (${tasksWithoutCap} of ${count} tasks have none of their own)${perDay}`;
	return batchUsd === undefined || batchUsd > tasksUsd
		? `at most ${money(usd)}: ${count === 1 ? "the cap of the task" : `the caps of ${countOf(count, "task")} together`}${perDay}`
		: `at most ${money(usd)}, the cap of the batch (${countOf(count, "task")} with caps of ${money(tasksUsd)} together)${perDay}`;
}

/** What has no cap, where that leaves the cost open. */
export function uncappedWords({ tasksWithoutCap }: Pick<CostBound, "tasksWithoutCap">, count: number): string {
	const tasks = tasksWithoutCap === count ? "no task has one" : `${tasksWithoutCap} of ${count} tasks have none`;
	return `${tasks}, and the batch has none`;
}

export function planJson(plan: Plan): unknown {
	const bound = costBound(plan);
	return {
		name: plan.name,
		file: plan.file,
		limits: plan.limits,
		count: plan.tasks.length,
		outside: plan.outside,
		missing: plan.missing,
		repositories: new Set(plan.tasks.map(({ spec }) => spec.repository)).size,
		cost: { maxUsd: bound.usd ?? null, tasksUsd: bound.tasksUsd ?? null, tasksWithoutCap: bound.tasksWithoutCap },
		tasks: plan.tasks.map(({ name, priority, spec, files }) => ({
			name,
			priority,
			...spec,
			files: files.map(({ to }) => to),
		})),
	};
}

function repositoryWords(tasks: readonly PlannedTask[]): string {
	const repositories = [...new Set(tasks.map(({ spec }) => spec.repository))];
	const folders = repositories.filter((repository) => !isUrl(repository)).length;
	const note = folders === 0 ? "" : ` (${countOf(folders, "folder")}, which must be there on the worker)`;
	return `${repositories.length.toLocaleString("en")}${note}`;
}

function kindWords(tasks: readonly PlannedTask[], kindOf: (task: PlannedTask) => string): string {
	const counts = [...Map.groupBy(tasks, kindOf)]
		.map(([kind, own]) => ({ kind, count: own.length }))
		.sort((a, b) => b.count - a.count);
	const shown = counts
		.slice(0, shownKinds)
		.map(({ kind, count }) => (counts.length === 1 ? kind : `${kind} (${count.toLocaleString("en")})`));
	const rest = counts.length - shown.length;
	return [...shown, ...(rest > 0 ? [`${rest} others`] : [])].join(", ");
}

function limitWords({ tasks, limits }: Plan): string {
	const words = [
		rangeWords(
			tasks.map(({ spec }) => spec.limits.usd),
			money,
			"a task",
		),
		rangeWords(
			tasks.map(({ spec }) => spec.limits.turns),
			String,
			"turns",
		),
		rangeWords(
			tasks.map(({ spec }) => spec.limits.minutes),
			String,
			"minutes",
		),
		limits.usd === undefined ? undefined : `${money(limits.usd)} for the batch`,
		limits.usdPerDay === undefined ? undefined : `${money(limits.usdPerDay)} a day`,
		...Object.entries(limits.perMinute ?? {}).map(
			([account, { requests, tokens }]) =>
				`${account === "*" ? "each account" : account}: ${[
					...(requests === undefined ? [] : [countOf(requests, "request")]),
					...(tokens === undefined ? [] : [countOf(tokens, "token")]),
				].join(" and ")} a minute`,
		),
	].filter((word) => word !== undefined);
	return words.length === 0 ? "none" : words.join(", ");
}

function rangeWords(
	values: ReadonlyArray<number | undefined>,
	show: (value: number) => string,
	unit: string,
): string | undefined {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (const value of values) {
		if (value === undefined) continue;
		low = Math.min(low, value);
		high = Math.max(high, value);
	}
	if (high < low) return undefined;
	return `${low === high ? show(low) : `${show(low)} to ${show(high)}`} ${unit}`;
}

function rowLines(tasks: readonly PlannedTask[]): string[] {
	const shown = tasks
		.slice(0, shownRows)
		.map(({ name, spec }) => [
			oneLine(name, 24),
			`${spec.repository}${spec.ref === undefined ? "" : ` @ ${spec.ref}`}`,
			oneLine(spec.prompt, 60),
		]);
	const widths = [0, 1].map((column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
	const lines = shown.map(
		(row) =>
			`  ${row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd()}`,
	);
	const rest = tasks.length - shown.length;
	return rest > 0 ? [...lines, `  and ${rest.toLocaleString("en")} more`] : lines;
}
