import type { Component } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Style } from "@oh-my-pi/pi-tui/theme/theme";
import { Editor } from "@oh-my-pi/pi-tui/widgets/editor/editor";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import type { AgentControl, AgentOverview } from "../../workbench/contract/agent-host.ts";
import type { DialogContext } from "../contract/dialog.ts";
import { keyHints, keyName } from "../parts/key-hints.ts";
import { agentFigures, statusMark } from "./draw-agent-row.ts";

/** The transcript of an agent, drawn as the main one is. */
export interface AgentTranscript extends Disposable {
	rows(width: number): readonly string[];
	/** Something about the agents has changed. */
	refresh(): void;
	/** Tool results in full, or folded. */
	toggleExpanded(): void;
}

interface AgentViewOptions {
	readonly id: string;
	readonly control: AgentControl;
	readonly transcript: AgentTranscript;
	readonly context: Omit<DialogContext<never>, "done">;
	readonly draft: string;
	/** With what was typed and not sent. */
	readonly onLeave: (draft: string) => void;
}

/** One agent in place of the main conversation: what it says and does, and an editor to talk to it. */
export class AgentView implements Component {
	readonly #options: AgentViewOptions;
	readonly #editor: Editor;
	/** Rows above the end; 0 follows it. */
	#above = 0;
	#notice = "";
	#height = 1;

	constructor(options: AgentViewOptions) {
		this.#options = options;
		const { context, id } = options;
		this.#editor = new Editor({
			theme: context.theme,
			keymap: context.keymap,
			screenRows: context.rows,
			requestRender: context.requestRender,
			onSubmit: (text) => this.#send(text, "steer"),
			topLine: (width, border) => this.#facts(width, border),
			placeholder: () => `Message to ${id}`,
		});
		this.#editor.focused = true;
		if (options.draft !== "") this.#editor.setText(options.draft);
	}

	/** Something about the agents has changed. */
	refresh(): void {
		this.#options.transcript.refresh();
	}

	handleInput(data: string): void {
		const { keymap } = this.#options.context;
		const page = Math.max(1, this.#height - 2);
		const isScrolling = this.#editor.isEmpty;
		if (keymap.matches(data, "tui.select.cancel")) this.#options.onLeave(this.#editor.expandedText);
		else if (keymap.matches(data, "tui.select.pageUp")) this.#above += page;
		else if (keymap.matches(data, "tui.select.pageDown")) this.#above = Math.max(0, this.#above - page);
		else if (isScrolling && keymap.matches(data, "tui.select.up")) this.#above += 1;
		else if (isScrolling && keymap.matches(data, "tui.select.down")) this.#above = Math.max(0, this.#above - 1);
		else if (keymap.matches(data, "app.tools.expand")) this.#options.transcript.toggleExpanded();
		else if (keymap.matches(data, "app.message.followUp")) this.#send(this.#editor.expandedText, "follow_up");
		else this.#editor.handleInput(data);
		this.#options.context.requestRender();
	}

	handlePaste(text: string): void {
		this.#editor.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { transcript, context } = this.#options;
		const { theme, rows, keymap } = context;
		const editor = this.#editor.render(width);
		const hints = keyHints(
			[
				["Enter", "send"],
				["PgUp/PgDn", "scroll"],
				[keyName(keymap, "app.tools.expand"), "expand"],
				["Esc", "back"],
			],
			theme,
			width - 2,
		);
		const footer = this.#notice === "" ? hints : theme.warning(this.#notice);
		this.#height = Math.max(1, rows() - editor.length - 2);
		const all = transcript.rows(width);
		const last = Math.max(0, all.length - this.#height);
		this.#above = Math.min(this.#above, last);
		const shown = all.slice(last - this.#above, last - this.#above + this.#height);
		const empty = Array.from({ length: this.#height - shown.length }, () => "");
		return [...shown, ...empty, "", ...editor, ` ${truncateToWidth(footer, width - 1, theme.symbol("text.ellipsis"))}`];
	}

	dispose(): void {
		this.#options.transcript[Symbol.dispose]();
		this.#editor.dispose();
	}

	/** Who it is, how it is doing, and what it does. */
	#facts(width: number, border: Style): string {
		const { id, context } = this.#options;
		const { theme } = context;
		const dot = ` ${theme.symbol("text.dot")} `;
		const agent = this.#agent;
		const mark = agent ? `${statusMark(agent, theme)} ` : "";
		const facts = agent ? [agent.agent, ...agentFigures(agent)].join(dot) : "gone";
		const doing = agent?.status === "running" && agent.activity ? dot + oneLine(plainText(agent.activity)) : "";
		const text = ` ${mark}${theme.bold(theme.accent(id))} ${theme.muted(facts)}${theme.dim(doing)} `;
		return truncateToWidth(text, width, border(theme.symbol("text.ellipsis")));
	}

	get #agent(): AgentOverview | undefined {
		return this.#options.control.agents().find(({ id }) => id === this.#options.id);
	}

	#send(text: string, as: "steer" | "follow_up"): void {
		if (text.trim() === "") return;
		this.#editor.clear();
		this.#above = 0;
		this.#options.control.say(this.#options.id, text, as).then(
			() => this.#tell(""),
			(error: unknown) => this.#tell(errorMessage(error)),
		);
	}

	#tell(notice: string): void {
		this.#notice = notice;
		this.refresh();
		this.#options.context.requestRender();
	}
}
