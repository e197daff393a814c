import type { AgentProgress, ProgressStatus, SingleResult, TaskDetails } from "../services/agent-service.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { treeLines } from "../view/tree-lines.ts";
import { defineView, type ViewOptions } from "../view/view.ts";

interface TaskParams {
	readonly tasks?: ReadonlyArray<{ readonly name?: string; readonly task?: string; readonly agent?: string }>;
	readonly task?: string;
	readonly name?: string;
	readonly agent?: string;
}

/** One line for each sub-agent. */
export const taskView = defineView<{ params: TaskParams; details: TaskDetails }>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.task"),
	title({ tasks, task, name }) {
		if (!Array.isArray(tasks)) return titleText(`Task ${name ?? task ?? ""}`);
		return tasks.length === 1 ? titleText(`Task ${tasks[0]?.name ?? ""}`) : countOf(tasks.length, "task", "tasks");
	},
	meta({ details }, { theme }) {
		const cost = details?.usage?.cost.total;
		const facts = [
			...(details?.async ? ["in the background"] : []),
			...(details && details.totalDurationMs > 0 && details.results.length > 0
				? [seconds(details.totalDurationMs)]
				: []),
			...(cost ? [dollars(cost)] : []),
		];
		return facts.join(` ${theme.symbol("text.dot")} `) || undefined;
	},
	call({ tasks }, options) {
		if (!Array.isArray(tasks)) return [];
		const rows = tasks.map((item) => ({
			text: titleText(`${item?.name ?? item?.agent ?? "task"}  ${item?.task ?? ""}`),
		}));
		return options.streaming ? treeLines(rows, options) : [];
	},
	result({ details, text }, options) {
		const rows = details ? buildRows(details) : [];
		if (rows.length === 0) return previewLines(text, "head", options);
		return treeLines(
			rows.map((row) => ({
				text: line(row, options),
				children: options.expanded ? previewLines(row.output, "head", options).map((text) => ({ text })) : [],
			})),
			options,
		);
	},
});

interface Row {
	readonly id: string;
	readonly agent: string;
	readonly status: ProgressStatus;
	readonly activity: string;
	readonly durationMs: number | undefined;
	/** Requests, context and cost, which matter least when there is little room. */
	readonly figures: readonly string[];
	readonly output: string;
}

function buildRows({ results, progress = [], async: background }: TaskDetails): Row[] {
	const finished = new Map(results.map((result) => [result.index, result]));
	const indexes = [...new Set([...progress.map(({ index }) => index), ...finished.keys()])].toSorted((a, b) => a - b);
	return indexes.flatMap((index) => {
		const result = finished.get(index);
		if (result) return [finishedRow(result)];
		const running = progress.find((candidate) => candidate.index === index);
		if (!running) return [];
		return [background?.jobIds.includes(running.id) ? startedRow(running) : runningRow(running)];
	});
}

function finishedRow(result: SingleResult): Row {
	const status = result.aborted ? "aborted" : result.exitCode === 0 ? "completed" : "failed";
	const why = result.abortReason ?? result.error;
	const [first = ""] = result.output.trimStart().split("\n");
	return {
		id: result.id,
		agent: result.agent,
		status,
		activity: why ?? (result.mergeState === "failed" ? "merge failed" : first),
		durationMs: result.durationMs,
		figures: figures(result, result.usage.cost.total),
		output: result.output,
	};
}

function runningRow(progress: AgentProgress): Row {
	const { id, agent, status, currentTool, currentToolArgs, lastIntent, recentOutput } = progress;
	const doing = currentTool === undefined ? recentOutput.at(-1) : `${currentTool} ${currentToolArgs ?? ""}`;
	return {
		id,
		agent,
		status,
		activity: status === "pending" ? "waits for its turn" : (lastIntent ?? doing ?? ""),
		durationMs: status === "pending" ? undefined : progress.durationMs,
		figures: figures(progress, progress.cost),
		output: recentOutput.join("\n"),
	};
}

/** It goes on in the background; its end is a notice of its own. */
function startedRow(progress: AgentProgress): Row {
	return { ...runningRow(progress), activity: progress.description, durationMs: undefined };
}

type Counted = Pick<AgentProgress, "requests" | "tokens" | "contextTokens" | "contextWindow">;

/** How full its context is says more than how many tokens it has used. */
function figures({ requests, tokens, contextTokens, contextWindow }: Counted, cost: number): string[] {
	const share = contextTokens !== undefined && contextWindow ? Math.round((contextTokens / contextWindow) * 100) : 0;
	return [
		...(requests > 0 ? [`${requests} req`] : []),
		...(share > 0 ? [`${share}%`] : tokens > 0 ? [`${tokens.toLocaleString("en")} tokens`] : []),
		...(cost > 0 ? [dollars(cost)] : []),
	];
}

function line({ id, agent, status, activity, durationMs, figures }: Row, { theme }: ViewOptions): string {
	const mark = {
		pending: theme.dim(theme.symbol("status.pending")),
		running: theme.accent(theme.symbol("status.done")),
		completed: theme.success(theme.symbol("status.success")),
		failed: theme.error(theme.symbol("status.error")),
		aborted: theme.warning(theme.symbol("status.interrupted")),
	}[status];
	const dot = ` ${theme.symbol("text.dot")} `;
	const about = [...(agent === "task" ? [] : [agent]), ...(durationMs === undefined ? [] : [seconds(durationMs)])];
	const parts = [
		theme.muted(about.join(dot)),
		titleText(activity),
		theme.dim(status === "pending" ? "" : figures.join(dot)),
	];
	return [mark, id, ...parts].filter((part) => part !== "").join(" ");
}

function seconds(durationMs: number): string {
	return durationMs < 60_000
		? `${(durationMs / 1000).toFixed(1)}s`
		: `${Math.floor(durationMs / 60_000)}m ${Math.round((durationMs % 60_000) / 1000)}s`;
}

function dollars(cost: number): string {
	return `$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`;
}
