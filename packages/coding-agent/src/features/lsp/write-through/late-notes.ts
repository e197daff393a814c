import { hiddenNote } from "../../../conversation/history/hidden-note.ts";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../../conversation/hooks/live-context.ts";

const maxNotes = 8;

/** What servers say after the result of a call has gone to the model. It comes with the next request of the run, and starts none. */
export class LateNotes {
	#waiting: string[] = [];
	#run = new AbortController();

	/** Aborted when the run ends: nobody waits for answers any longer. */
	get signal(): AbortSignal {
		return this.#run.signal;
	}

	add(text: string): void {
		this.#waiting = [...this.#waiting, text].slice(-maxNotes);
	}

	hook(live: Pick<LiveContext, "append" | "now">): Hook {
		return {
			name: "late-diagnostics",
			beforeRequest: () => {
				for (const text of this.#waiting.splice(0)) live.append(hiddenNote("lsp-diagnostics", text, live.now()));
			},
			onIdle: () => this.#end(),
			dispose: () => this.#end(),
		};
	}

	#end(): void {
		this.#waiting = [];
		this.#run.abort(new DOMException("The run has ended", "AbortError"));
		this.#run = new AbortController();
	}
}
