import type { TaskMessage } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { isFinal, resultWords, taskCost, taskTime } from "../text/task-text.ts";
import type { LivePorts } from "./live-ports.ts";
import { TaskLog } from "./task-log.ts";
import { stateSign } from "./task-table.ts";
import { liveParts, readTranscript, type TranscriptPart } from "./transcript.ts";

const everyMs = 700;
/** A watcher counts as there for 30 s. */
const attendEveryMs = 10_000;

/** One task: what its agent said and did, and a line to steer it or to answer its question. */
export class TaskView implements Component {
	readonly #ports: LivePorts;
	readonly #onClose: () => void;
	readonly #input: Input;
	#task: Task;
	#log: TaskLog | undefined;
	#parts: readonly TranscriptPart[] = [];
	/** Of the turn under way. */
	#live: readonly TranscriptPart[] = [];
	/** Sent from here, and not yet in the log. */
	#sent: string[] = [];
	#notice = "";
	/** Lines above the end that are shown; 0 follows what comes. */
	#scroll = 0;
	#wrapped:
		| { readonly width: number; readonly parts: readonly TranscriptPart[]; readonly rows: readonly string[] }
		| undefined;
	#page = 10;
	#hasEnded = false;
	#attendedAt = Number.NEGATIVE_INFINITY;
	frame = 0;

	constructor(task: Task, ports: LivePorts, onClose: () => void) {
		this.#task = task;
		this.#ports = ports;
		this.#onClose = onClose;
		const { keymap, theme } = ports;
		this.#input = new Input({
			...{ keymap, theme },
			placeholder: "Type to steer the task",
			onSubmit: (text) => void this.#send(text),
			onCancel: onClose,
		});
		this.#input.focused = true;
		void this.#follow();
	}

	handleInput(data: string): void {
		const { keymap } = this.#ports;
		if (keymap.matches(data, "tui.select.up")) this.#scrollBy(1);
		else if (keymap.matches(data, "tui.select.down")) this.#scrollBy(-1);
		else if (keymap.matches(data, "tui.select.pageUp")) this.#scrollBy(this.#page);
		else if (keymap.matches(data, "tui.select.pageDown")) this.#scrollBy(-this.#page);
		else if (isFinal(this.#task)) {
			if (keymap.matches(data, "tui.select.cancel") || data === "q") this.#onClose();
		} else this.#input.handleInput(data);
	}

	handlePaste(text: string): void {
		if (!isFinal(this.#task)) this.#input.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const head = this.#drawHead(width);
		const foot = this.#drawFoot(width);
		const room = Math.max(1, this.#ports.rows() - head.length - foot.length);
		this.#page = Math.max(1, room - 1);
		const rows = this.#transcriptRows(width);
		this.#scroll = Math.min(this.#scroll, Math.max(0, rows.length - room));
		const end = rows.length - this.#scroll;
		const shown = rows.slice(Math.max(0, end - room), end);
		return [...head, ...shown, ...Array<string>(Math.max(0, room - shown.length)).fill(""), ...foot];
	}

	invalidate(): void {
		this.#wrapped = undefined;
		this.#input.invalidate();
	}

	dispose(): void {
		this.#hasEnded = true;
	}

	#scrollBy(rows: number): void {
		this.#scroll = Math.max(0, this.#scroll + rows);
	}

	#drawHead(width: number): string[] {
		const { theme, now } = this.#ports;
		const { name, state, spec, progress } = this.#task;
		const facts = [
			state,
			`${progress.turns} ${progress.turns === 1 ? "turn" : "turns"}`,
			taskTime(this.#task, now()),
			taskCost(this.#task),
		].filter((fact) => fact !== "");
		const place = `${spec.repository}${spec.ref === undefined ? "" : ` @ ${spec.ref}`}`;
		const fit = (text: string) => truncateToWidth(text, width, theme.symbol("text.ellipsis"));
		return [
			fit(
				`${stateSign(state, theme, this.frame)} ${theme.bold(visibleText(oneLine(name)))}  ${theme.muted(facts.join(` ${theme.symbol("text.dot")} `))}`,
			),
			fit(theme.dim(visibleText(oneLine(place)))),
			theme.borderMuted(theme.symbol("boxSharp.horizontal").repeat(width)),
		];
	}

	#drawFoot(width: number): string[] {
		const { theme } = this.#ports;
		const { result, progress, state } = this.#task;
		const fit = (text: string) => truncateToWidth(text, width, theme.symbol("text.ellipsis"));
		const line = theme.borderMuted(theme.symbol("boxSharp.horizontal").repeat(width));
		const notice = this.#notice === "" ? [] : [fit(theme.warning(visibleText(oneLine(this.#notice))))];
		if (isFinal(this.#task)) {
			const words = resultWords(this.#task);
			const style = state === "done" ? theme.success : theme.error;
			const end = `${state}${result?.reason === undefined ? "" : ` (${result.reason})`}${words === "" ? "" : `: ${words}`}`;
			const message =
				result?.message && result.message !== words ? [fit(theme.muted(visibleText(oneLine(result.message))))] : [];
			return [line, fit(style(visibleText(end))), ...message, ...notice, fit(theme.dim("↑↓ scroll  Esc back"))];
		}
		const { question } = progress;
		const options = (question?.options ?? []).map((option, index) =>
			fit(`  ${index + 1}  ${visibleText(oneLine(option))}`),
		);
		const asked = question
			? [...wrapTextWithAnsi(theme.warning(visibleText(question.text)), width).slice(0, 6), ...options]
			: [];
		const keys = question ? "Enter answers  ↑↓ scroll  Esc back" : "Enter sends  ↑↓ scroll  Esc back";
		return [line, ...asked, ...notice, ...this.#input.render(width), fit(theme.dim(keys))];
	}

	#transcriptRows(width: number): readonly string[] {
		if (this.#wrapped?.width !== width || this.#wrapped.parts !== this.#parts) {
			const rows = [...this.#parts, ...this.#live].flatMap((part) => drawPart(part, width, this.#ports.theme));
			const empty = [this.#ports.theme.dim(isFinal(this.#task) ? "There is no log." : "Nothing yet.")];
			this.#wrapped = { width, parts: this.#parts, rows: rows.length === 0 ? empty : rows };
		}
		return this.#wrapped.rows;
	}

	async #send(text: string): Promise<void> {
		const { queue } = this.#ports;
		const { question } = this.#task.progress;
		if (text.trim() === "") return;
		this.#input.setText("");
		const chosen = question?.options?.[Number(text) - 1] ?? text;
		const message: TaskMessage = question
			? { kind: "answer", question: question.id, value: chosen }
			: { kind: "steer", text };
		try {
			const isThere = await queue.send(this.#task.id, message);
			if (isThere && message.kind === "steer") {
				this.#sent.push(text.trim());
				this.#showLive("");
			}
			this.#notice = isThere
				? question
					? `Answered: ${chosen}`
					: `Sent: ${text}`
				: "The task has ended; nothing was sent.";
		} catch (error) {
			this.#notice = errorMessage(error);
		}
		this.#ports.requestRender();
	}

	#showLive(added: string): void {
		const logged = new Set(readTranscript(added).flatMap(({ kind, text }) => (kind === "prompt" ? [text] : [])));
		this.#sent = this.#sent.filter((text) => !logged.has(text));
		const { live } = this.#task.progress;
		const steered = [...new Set([...(live?.steered ?? []), ...this.#sent])];
		const shown = isFinal(this.#task) ? [] : liveParts({ ...live, steered });
		if (Bun.deepEquals(shown, this.#live)) return;
		this.#live = shown;
		this.#wrapped = undefined;
	}

	async #follow(): Promise<void> {
		const { queue, store, requestRender, now } = this.#ports;
		while (!this.#hasEnded) {
			try {
				const task = await queue.task(this.#task.id);
				if (task) this.#task = task;
				this.#log ??= new TaskLog(await store(this.#task));
				const update = await this.#log.update(this.#task.progress);
				if (update) {
					const added = readTranscript(update.added);
					this.#parts = update.isRestart ? added : [...this.#parts, ...added];
				}
				this.#showLive(update?.added ?? "");
				if (!isFinal(this.#task) && now() - this.#attendedAt >= attendEveryMs) {
					this.#attendedAt = now();
					await queue.send(this.#task.id, { kind: "attend" });
				}
			} catch (error) {
				this.#notice = errorMessage(error);
			}
			if (this.#hasEnded) return;
			requestRender();
			await Bun.sleep(everyMs);
		}
	}
}

function drawPart({ kind, text }: TranscriptPart, width: number, theme: Theme): string[] {
	const styles = {
		prompt: theme.accent,
		text: theme.text,
		thinking: theme.thinkingText,
		call: theme.toolTitle,
		result: theme.toolOutput,
		error: theme.error,
	} as const;
	const indent = kind === "result" || kind === "error" ? 2 : 0;
	const lead = kind === "call" ? "● " : kind === "prompt" ? "> " : " ".repeat(indent);
	const rows = wrapTextWithAnsi(replaceTabs(visibleText(text)), Math.max(1, width - lead.length));
	const drawn = rows.map((row, index) => (index === 0 ? lead : " ".repeat(lead.length)) + row).map(styles[kind]);
	return kind === "call" || kind === "result" ? drawn : [...drawn, ""];
}
