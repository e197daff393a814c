import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { TranscriptPanel } from "../draw/transcript-panel.ts";
import { showHistory } from "./opening.ts";
import { showFromStart } from "./show-from-start.ts";

interface HistoryParts {
	readonly session: OpenedConversation;
	readonly transcript: TranscriptPanel;
	readonly screen: Screen;
	readonly keymap: Keymap;
}

/** Shows what was said in the session: its end below the scrollback, or all of it on a cleared screen. */
export class SessionHistory {
	readonly #parts: HistoryParts;
	/** Set while the transcript is written anew. */
	#reset: AbortController | undefined;

	constructor(parts: HistoryParts) {
		this.#parts = parts;
	}

	showEnd(title: string): void {
		const { transcript, screen } = this.#parts;
		showHistory(transcript, this.#parts, [{ kind: "rule", id: transcript.newId(), text: title, settled: true }]);
		screen.requestRender();
	}

	/** `isOther`: what is on the screen is not of this session. */
	async showFromStart(options: { readonly isOther?: boolean } = {}): Promise<void> {
		this.endReset();
		const reset = new AbortController();
		this.#reset = reset;
		const { screen, session, transcript } = this.#parts;
		try {
			await showFromStart(transcript, { screen, session, signal: reset.signal, ...options });
		} finally {
			if (this.#reset === reset) this.#reset = undefined;
		}
	}

	/** False when nothing was being written. */
	endReset(): boolean {
		if (!this.#reset) return false;
		this.#reset.abort();
		this.#reset = undefined;
		return true;
	}
}
