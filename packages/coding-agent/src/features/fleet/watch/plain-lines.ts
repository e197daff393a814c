import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { shortDuration } from "@oh-my-pi/pi-utils/text/short-number";
import type { CliOutput } from "../../../process/terminal/io.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import type { WorkerEvent } from "../worker/contract/worker-event.ts";

/** What a worker does, a line for each step: for logs and for terminals without a screen. */
export class PlainLines {
	readonly #output: CliOutput;
	readonly #json: boolean;
	readonly #now: () => number;
	readonly #tasks = new Map<string, { readonly name: string; readonly since: number }>();
	#written: Promise<void> = Promise.resolve();

	constructor(output: CliOutput, { json, now }: { readonly json: boolean; readonly now: () => number }) {
		this.#output = output;
		this.#json = json;
		this.#now = now;
	}

	show(event: WorkerEvent): void {
		const line = this.#json ? jsonLine(event, this.#now()) : this.#describe(event);
		if (line === undefined) return;
		const text = this.#json ? line : foreignText(this.#output, line);
		this.#written = this.#written.then(() => this.#output.write(`${text}\n`)).catch(() => {});
	}

	/** Resolves when everything is written. */
	end(): Promise<void> {
		return this.#written;
	}

	#describe(event: WorkerEvent): string | undefined {
		switch (event.type) {
			case "task_start":
				this.#tasks.set(event.task, { name: event.name, since: this.#now() });
				return `${event.name}: started${event.fence > 1 ? `, attempt ${event.fence}` : ""}`;
			case "task_phase":
				// Of every task there is a first check and a delivery; that it goes around once more is news.
				return event.phase === "agent" && event.round > 0
					? `${this.#nameOf(event.task)}: the check failed; round ${event.round}`
					: undefined;
			case "task_question":
				return (
					event.question &&
					`${this.#nameOf(event.task)}: asks: ${oneLine(event.question.text)} (omp fleet attach ${event.task})`
				);
			case "task_end": {
				const { since } = this.#tasks.get(event.task) ?? { since: this.#now() };
				const name = this.#nameOf(event.task);
				this.#tasks.delete(event.task);
				return `${name}: ${endWords(event.state, event.result)} after ${shortDuration(this.#now() - since)}`;
			}
			case "problem":
				return event.task === undefined
					? oneLine(event.message)
					: `${this.#nameOf(event.task)}: ${oneLine(event.message)}`;
			default:
				return undefined;
		}
	}

	#nameOf(task: string): string {
		return this.#tasks.get(task)?.name ?? task;
	}
}

function endWords(state: Extract<WorkerEvent, { type: "task_end" }>["state"], result: Task["result"]): string {
	if (state === "queued") return "handed back";
	if (state === "lost") return "lost to another worker";
	const message = result?.message ? `: ${oneLine(result.message, 300)}` : "";
	return state === "failed" ? `failed (${result?.reason ?? "error"})${message}` : state;
}

/** Frames of the agent are too many, and are in the task's log. */
function jsonLine(event: WorkerEvent, now: number): string | undefined {
	if (event.type === "task_frame" || event.type === "task_progress") return undefined;
	return JSON.stringify({ time: new Date(now).toISOString(), ...event });
}
