import type { Component } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import { transcript } from "../../conversation/queries/transcript.ts";
import type { AgentControl, AgentOverview } from "../../workbench/contract/agent-host.ts";
import type { Dialog, DialogContext, PlainLines } from "../contract/dialog.ts";
import { drawList } from "../parts/draw-list.ts";
import { keyHints } from "../parts/key-hints.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { type AgentTranscript, AgentView } from "./agent-view.ts";
import { agentFigures, agentRow, inTreeOrder } from "./draw-agent-row.ts";

export interface HubPorts {
	readonly control: AgentControl;
	/** Gives the function that ends it. */
	readonly onChange: (listener: () => void) => () => void;
	readonly transcriptOf: (id: string, requestRender: () => void) => AgentTranscript;
}

/** All sub-agents of the session: watch, open, talk to, stop, revive and kill them. */
export function hubDialog(ports: HubPorts): Dialog<"kinds"> {
	return {
		title: "Agents",
		fillsScreen: true,
		staysBehind: true,
		open: (context) => new HubPanel(ports, context),
		plain: (lines) => hubPlainly(ports.control, lines),
	};
}

/** Frame, figures and hints. */
const otherRows = 5;
/** Changes come in bursts while many agents work. */
const redrawEveryMs = 60;

class HubPanel implements Component {
	readonly #control: AgentControl;
	readonly #context: DialogContext<"kinds">;
	readonly #transcriptOf: HubPorts["transcriptOf"];
	readonly #leave: () => void;
	/** What was typed for an agent and not sent. */
	readonly #drafts = new Map<string, string>();
	#view: AgentView | undefined;
	#selected = 0;
	#isFlat = false;
	/** The agent whose end has to be confirmed. */
	#killing: string | undefined;
	#notice = "";
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #clock: ReturnType<typeof setInterval>;

	constructor({ control, onChange, transcriptOf }: HubPorts, context: DialogContext<"kinds">) {
		this.#control = control;
		this.#transcriptOf = transcriptOf;
		this.#context = context;
		this.#leave = onChange(() => this.#soon());
		// Elapsed times go on by themselves.
		this.#clock = setInterval(() => {
			if (this.#control.agents().some(({ status }) => status === "running")) this.#soon();
		}, 1000);
	}

	handleInput(data: string): void {
		if (this.#view) this.#view.handleInput(data);
		else this.#press(data);
		this.#context.requestRender();
	}

	handlePaste(text: string): void {
		this.#view?.handlePaste(text);
	}

	render(width: number): readonly string[] {
		if (this.#view) return this.#view.render(width);
		const { theme } = this.#context;
		const inner = frameInnerWidth(width);
		const rows = this.#rows;
		this.#selected = Math.max(0, Math.min(this.#selected, rows.length - 1));
		const list = drawList({
			count: rows.length,
			selected: this.#selected,
			height: this.#height,
			width: inner,
			theme,
			draw: (index, isSelected) => {
				const row = rows[index];
				if (!row) return [""];
				const text = agentRow(row.agent, theme, { depth: this.#isFlat ? 0 : row.depth, isSelected });
				return [truncateToWidth(text, inner - 2, theme.symbol("text.ellipsis"))];
			},
		});
		const empty = [theme.muted("No sub-agents yet. The model starts them with `task`.")];
		const hints = keyHints(
			[
				["Enter", "open and talk"],
				["s", "stop"],
				["r", "restart"],
				["x", "end"],
				["t", "list/tree"],
				["Tab", "types"],
				["Esc", "close"],
			],
			theme,
			inner,
		);
		const status =
			this.#notice === "" ? theme.dim(summary(rows.map(({ agent }) => agent))) : theme.warning(this.#notice);
		return drawFrame(
			[
				{ title: theme.bold(theme.accent("Agents")), rows: rows.length === 0 ? empty : list },
				{ rows: [status, hints] },
			],
			{
				width,
				theme,
			},
		);
	}

	dispose(): void {
		this.#view?.dispose();
		clearTimeout(this.#timer);
		clearInterval(this.#clock);
		this.#leave();
	}

	#press(data: string): void {
		const { keymap, done } = this.#context;
		const agent = this.#rows[this.#selected]?.agent;
		const position = { index: this.#selected, count: this.#rows.length, page: this.#height };
		const key = { j: "\x1b[B", k: "\x1b[A" }[data] ?? data;
		const moved = movedCursor(key, keymap, position);
		if (data !== "x") this.#killing = undefined;
		this.#notice = "";
		if (moved !== undefined) this.#selected = moved;
		else if (keymap.matches(data, "tui.select.cancel")) done(undefined);
		else if (matchesKey(data, "tab")) done("kinds");
		else if (data === "t") this.#isFlat = !this.#isFlat;
		else if (!agent) return;
		else if (keymap.matches(data, "tui.select.confirm") || data === "m") this.#open(agent);
		else if (data === "s") this.#stop(agent);
		else if (data === "r") void this.#revive(agent);
		else if (data === "x") void this.#kill(agent);
	}

	#open({ id }: AgentOverview): void {
		const { requestRender } = this.#context;
		this.#view = new AgentView({
			id,
			control: this.#control,
			transcript: this.#transcriptOf(id, requestRender),
			context: this.#context,
			draft: this.#drafts.get(id) ?? "",
			onLeave: (draft) => {
				this.#drafts.set(id, draft);
				this.#view?.dispose();
				this.#view = undefined;
			},
		});
	}

	#stop({ id, status }: AgentOverview): void {
		if (status === "running") this.#control.interrupt(id);
		else this.#notice = `${id} is not working.`;
	}

	async #revive({ id, status }: AgentOverview): Promise<void> {
		if (status === "running" || status === "idle") {
			this.#notice = `${id} is running already.`;
			return;
		}
		const isAlive = await this.#control.revive(id);
		this.#tell(isAlive ? "" : `${id} cannot be restarted.`);
	}

	async #kill({ id, status }: AgentOverview): Promise<void> {
		if (status === "running" && this.#killing !== id) {
			this.#killing = id;
			this.#notice = `${id} is working. Press x again to end it.`;
			return;
		}
		this.#killing = undefined;
		await this.#control.kill(id);
		this.#tell("");
	}

	#tell(notice: string): void {
		this.#notice = notice;
		this.#context.requestRender();
	}

	#soon(): void {
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			this.#view?.refresh();
			this.#context.requestRender();
		}, redrawEveryMs);
	}

	get #rows(): ReturnType<typeof inTreeOrder> {
		const agents = this.#control.agents();
		return this.#isFlat ? agents.map((agent) => ({ agent, depth: 0 })) : inTreeOrder(agents);
	}

	get #height(): number {
		return Math.max(3, this.#context.rows() - otherRows);
	}
}

function summary(agents: readonly AgentOverview[]): string {
	const running = agents.filter(({ status }) => status === "running").length;
	const cost = agents.reduce((sum, agent) => sum + agent.cost, 0);
	const tokens = agents.reduce((sum, agent) => sum + agent.tokens, 0);
	const spent = cost > 0 ? `, $${cost.toFixed(2)}` : "";
	const count = agents.length === 1 ? "1 agent" : `${agents.length} agents`;
	return `${count}, ${running} running, ${tokens.toLocaleString("en")} tokens${spent}`;
}

async function hubPlainly(control: AgentControl, lines: PlainLines): Promise<undefined> {
	const agents = control.agents();
	if (agents.length === 0) {
		lines.say("No sub-agents yet.");
		return undefined;
	}
	const id = await lines.choose(
		"Agents",
		agents.map((agent) => ({ value: agent.id, label: agent.id, description: agentFigures(agent).join(", ") })),
	);
	if (id === undefined) return undefined;
	const act = await lines.choose(id, [
		{ value: "show", label: "Show its transcript" },
		{ value: "say", label: "Talk to it" },
		{ value: "stop", label: "Stop it" },
		{ value: "revive", label: "Restart it" },
		{ value: "kill", label: "End it" },
	] as const);
	if (act === "show") lines.say(transcript(await control.messages(id)));
	else if (act === "stop") control.interrupt(id);
	else if (act === "revive") lines.say((await control.revive(id)) ? "It is back." : "It cannot be restarted.");
	else if (act === "kill") await control.kill(id);
	else if (act === "say") {
		const text = await lines.enter(`Message to ${id}`);
		if (text) await control.say(id, text);
	}
	return undefined;
}
