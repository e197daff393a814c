import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import type { AgentOverview } from "../../workbench/contract/agent-host.ts";

/** One agent in one row: status, name, what it does, and its figures. */
export function agentRow(
	agent: AgentOverview,
	theme: Theme,
	options: { readonly depth: number; readonly isSelected: boolean },
): string {
	const { id, agent: type, activity, description } = agent;
	const name = options.isSelected ? theme.accent(theme.bold(id)) : id;
	const doing = activity ?? description;
	const about = [type, ...agentFigures(agent)].join(` ${theme.symbol("text.dot")} `);
	return `${"  ".repeat(options.depth)}${statusMark(agent, theme)} ${name} ${theme.muted(about)} ${oneLine(plainText(doing))}`;
}

export function statusMark({ status }: Pick<AgentOverview, "status">, theme: Theme): string {
	switch (status) {
		case "running":
			return theme.accent(theme.symbol("status.done"));
		case "idle":
			return theme.success(theme.symbol("status.success"));
		case "parked":
			return theme.dim(theme.symbol("icon.paused"));
		case "aborted":
			return theme.warning(theme.symbol("status.interrupted"));
	}
}

/** Status, time, share of the context, cost, and model, as far as they are known. */
export function agentFigures(agent: AgentOverview): string[] {
	const { status, durationMs, contextTokens, contextWindow, cost, model } = agent;
	const share = contextTokens !== undefined && contextWindow ? Math.round((contextTokens / contextWindow) * 100) : 0;
	return [
		status,
		...(durationMs > 0 ? [timeText(durationMs)] : []),
		...(share > 0 ? [`${share}%`] : []),
		...(cost > 0 ? [`$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`] : []),
		...(model === undefined ? [] : [plainText(model)]),
	];
}

function timeText(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, "0")}s`;
}

/** Children below their parents; those without one at the top. */
export function inTreeOrder(
	agents: readonly AgentOverview[],
): Array<{ readonly agent: AgentOverview; readonly depth: number }> {
	const ids = new Set(agents.map(({ id }) => id));
	const below = (parentId: string | undefined, depth: number): ReturnType<typeof inTreeOrder> =>
		agents
			.filter((agent) => (parentId === undefined ? !ids.has(agent.parentId) : agent.parentId === parentId))
			.flatMap((agent) => [{ agent, depth }, ...below(agent.id, depth + 1)]);
	return below(undefined, 0);
}
