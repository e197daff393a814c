import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { type TreeItem, treeLines } from "@oh-my-pi/pi-tools/view/tree-lines";
import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { AgentOverview } from "../../../workbench/contract/agent-host.ts";
import type { Panel } from "./panel.ts";

const collapsedRows = 6;
/** Agents that work report many times a second. */
const redrawEveryMs = 100;

/** The sub-agents that work just now, and what they do. */
export const agentsPanel: Panel = ({ session, theme, display, keymap, requestRender }) => {
	const { conversation, workbench } = session;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let drawn: { key: string; rows: readonly string[] } = { key: "", rows: [] };
	const leave = workbench.features.agents?.onChange(() => {
		timer ??= setTimeout(() => {
			timer = undefined;
			requestRender();
		}, redrawEveryMs);
	});
	return {
		render(width) {
			const running = (workbench.features.agents?.overview(conversation) ?? []).filter(
				({ status }) => status === "running",
			);
			const key = JSON.stringify([width, display.expanded, running.map(rowFacts)]);
			if (key !== drawn.key) {
				const hubKey = describeChord(keymap.chordsFor("app.agents.hub")[0] ?? "");
				drawn = { key, rows: drawAgents(running, { theme, width, expanded: display.expanded, hubKey }) };
			}
			return drawn.rows;
		},
		invalidate() {
			drawn = { key: "", rows: [] };
		},
		dispose() {
			clearTimeout(timer);
			leave?.();
		},
	};
};

function rowFacts({ id, parentId, activity, agent, description }: AgentOverview) {
	return [id, parentId, activity, agent, description];
}

interface AgentsStyle {
	readonly theme: Theme;
	readonly width: number;
	readonly expanded: boolean;
	/** Opens the hub. */
	readonly hubKey: string;
}

/** A tree of agents, one row each; those below one that does not work are at the top. */
export function drawAgents(agents: readonly AgentOverview[], style: AgentsStyle): string[] {
	if (agents.length === 0) return [];
	const { theme, width } = style;
	const dot = theme.symbol("text.dot");
	const hint = style.hubKey === "" ? "" : ` ${dot} ${style.hubKey}`;
	const title = ` ${theme.accent(theme.bold("Agents"))} ${theme.muted(`${dot} ${agents.length} working${hint}`)}`;
	const ids = new Set(agents.map(({ id }) => id));
	const below = (parentId: string | undefined): TreeItem[] =>
		agents
			.filter((agent) => (parentId === undefined ? !ids.has(agent.parentId) : agent.parentId === parentId))
			.map((agent) => ({ text: rowText(agent, theme), children: below(agent.id) }));
	const lines = treeLines(below(undefined), { ...style, width: Math.max(1, width - 2), expanded: false });
	const room = collapsedRows - 1;
	const isFolded = !style.expanded && lines.length > room;
	const shown = isFolded
		? [...lines.slice(0, room - 1), foldNote(`${lines.length - room + 1} more`, { ...style, expandKey: style.hubKey })]
		: lines;
	return [title, ...shown.map((line) => `  ${line}`)].map((row) =>
		truncateToWidth(row, width, theme.symbol("text.ellipsis")),
	);
}

function rowText({ id, agent, activity, description }: AgentOverview, theme: Theme): string {
	const type = agent === "task" ? "" : ` ${theme.muted(agent)}`;
	return `${id}${type} ${theme.dim(plainText(activity ?? description).replace(/\s+/g, " "))}`;
}
