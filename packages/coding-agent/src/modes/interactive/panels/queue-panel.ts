import type { Component } from "@oh-my-pi/pi-tui/component";
import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { type QueuedTexts, queuedTexts } from "../input/queued-texts.ts";
import type { Panel } from "./panel.ts";

export const queuePanel: Panel = ({ session, theme, keymap }) =>
	new QueuePanel(
		() => queuedTexts(session.conversation.queue.waiting),
		theme,
		describeChord(keymap.chordsFor("app.message.dequeue")[0] ?? ""),
	);

/** Shows what waits to be said to the model, and how to take it back. */
export class QueuePanel implements Component {
	readonly #queued: () => QueuedTexts;
	readonly #theme: Theme;
	readonly #editKey: string;
	#drawn: { key: string; rows: readonly string[] } = { key: "", rows: [] };

	constructor(queued: () => QueuedTexts, theme: Theme, editKey: string) {
		this.#queued = queued;
		this.#theme = theme;
		this.#editKey = editKey;
	}

	render(width: number): readonly string[] {
		const queued = this.#queued();
		const key = JSON.stringify([width, queued]);
		if (key !== this.#drawn.key) this.#drawn = { key, rows: this.#draw(queued, width) };
		return this.#drawn.rows;
	}

	invalidate(): void {
		this.#drawn = { key: "", rows: [] };
	}

	#draw({ steering, followUps }: QueuedTexts, width: number): string[] {
		const theme = this.#theme;
		const list = (title: string, texts: readonly string[]) =>
			texts.length === 0
				? []
				: [
						` ${theme.accent(title)} ${theme.muted(`${theme.symbol("text.dot")} ${texts.length}`)}`,
						...texts.map((text, index) => `   ${index + 1}. ${plainText(text).replaceAll("\n", " ")}`),
					];
		const rows = [...list("Steering", steering), ...list("Queued for after this turn", followUps)];
		if (rows.length === 0) return [];
		const hint = this.#editKey === "" ? [] : [theme.dim(`   ${theme.symbol("tree.end")} ${this.#editKey} to edit`)];
		return [...rows, ...hint].map((row) => truncateToWidth(row, width, theme.symbol("text.ellipsis")));
	}
}
