import type { Component } from "@oh-my-pi/pi-tui/component";
import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { transcript } from "../../conversation/queries/transcript.ts";
import type { AgentControl, AgentOverview } from "../../workbench/agent-host.ts";
import type { DialogContext } from "../dialog.ts";
import { keyHints } from "../parts/key-hints.ts";
import { agentFigures, statusMark } from "./draw-agent-row.ts";

type AgentViewContext = Omit<DialogContext<never>, "done">;

/** Frame, rule, input and hints. */
const otherRows = 7;

/** What one agent has said and done, and a line to talk to it. */
export class AgentView implements Component {
	readonly id: string;
	readonly #control: AgentControl;
	readonly #context: AgentViewContext;
	readonly #markdown: Markdown;
	readonly #input: Input;
	/** Rows above the end; 0 follows it. */
	#above = 0;
	#shown: string | undefined;
	#notice = "";
	#isLoading = false;
	#isStale = true;

	constructor(id: string, control: AgentControl, context: AgentViewContext, onLeave: () => void) {
		this.id = id;
		this.#control = control;
		this.#context = context;
		this.#markdown = new Markdown({ theme: context.theme });
		this.#input = new Input({
			keymap: context.keymap,
			theme: context.theme,
			prompt: "> ",
			placeholder: `Message to ${id}`,
			onSubmit: (text) => this.#send(text),
			onCancel: onLeave,
		});
		this.#input.focused = true;
		this.refresh();
	}

	/** Something about the agents has changed. */
	refresh(): void {
		this.#isStale = true;
		if (!this.#isLoading) void this.#load();
	}

	handleInput(data: string): void {
		const { keymap, requestRender } = this.#context;
		const page = Math.max(1, this.#height - 2);
		if (keymap.matches(data, "tui.select.up")) this.#above += 1;
		else if (keymap.matches(data, "tui.select.down")) this.#above = Math.max(0, this.#above - 1);
		else if (keymap.matches(data, "tui.select.pageUp")) this.#above += page;
		else if (keymap.matches(data, "tui.select.pageDown")) this.#above = Math.max(0, this.#above - page);
		else this.#input.handleInput(data);
		requestRender();
	}

	handlePaste(text: string): void {
		this.#input.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const inner = frameInnerWidth(width);
		const agent = this.#agent;
		const body = this.#markdown.render(inner);
		const last = Math.max(0, body.length - this.#height);
		this.#above = Math.min(this.#above, last);
		const from = last - this.#above;
		const window = body.slice(from, from + this.#height);
		const dot = ` ${theme.symbol("text.dot")} `;
		const facts = agent ? [agent.agent, ...agentFigures(agent)].join(dot) : "gone";
		const title = `${agent ? `${statusMark(agent, theme)} ` : ""}${theme.bold(theme.accent(this.id))} ${theme.muted(facts)}`;
		const doing = this.#notice || (agent?.activity ?? agent?.description ?? "");
		const hints = keyHints(
			[
				["Enter", "send"],
				["↑↓", "scroll"],
				["Esc", "back"],
			],
			theme,
			inner,
		);
		const status = truncateToWidth(
			theme.dim(plainText(doing).replace(/\s+/g, " ")),
			inner,
			theme.symbol("text.ellipsis"),
		);
		return drawFrame(
			[
				{ title, rows: [...window, ...Array.from({ length: this.#height - window.length }, () => "")] },
				{ rows: [status, ...this.#input.render(inner), hints] },
			],
			{ width, theme },
		);
	}

	get #agent(): AgentOverview | undefined {
		return this.#control.agents().find(({ id }) => id === this.id);
	}

	get #height(): number {
		return Math.max(3, this.#context.rows() - otherRows);
	}

	#send(text: string): void {
		if (text.trim() === "") return;
		this.#input.setText("");
		this.#above = 0;
		this.#control.say(this.id, text).then(
			() => this.#tell(""),
			(error: unknown) => this.#tell(error instanceof Error ? error.message : String(error)),
		);
	}

	#tell(notice: string): void {
		this.#notice = notice;
		this.refresh();
		this.#context.requestRender();
	}

	async #load(): Promise<void> {
		this.#isLoading = true;
		while (this.#isStale) {
			this.#isStale = false;
			try {
				const text = transcript(await this.#control.messages(this.id));
				if (text !== this.#shown) this.#markdown.setText(text);
				this.#shown = text;
			} catch (error) {
				this.#notice = error instanceof Error ? error.message : String(error);
			}
			this.#context.requestRender();
		}
		this.#isLoading = false;
	}
}
