import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { Session } from "../../app/compose-session.ts";
import type { PromptInput } from "../../app/prompt-input.ts";
import type { NoticeLevel } from "../../conversation/event.ts";
import type { Dialogs } from "../../dialogs/dialogs.ts";
import { appActionHandlers } from "./actions/actions.ts";
import type { LoaderLine } from "./activity/loader-line.ts";
import { connectFrontEnd } from "./connect-front-end.ts";
import { consolePort } from "./console/console-port.ts";
import type { AppAction } from "./keymap/app-actions.data.ts";
import type { Mode } from "./mode.ts";
import { openPlanMode } from "./open-plan-mode.ts";
import type { Stage } from "./stage.ts";
import { Lines } from "./submit-line.ts";
import { CompactionWatch } from "./transcript/compaction-watch.ts";
import { showHistory } from "./transcript/opening.ts";
import type { ScreenEvent } from "./transcript/reduce.ts";
import { showFromStart } from "./transcript/show-from-start.ts";
import type { TranscriptPanel } from "./transcript/transcript-panel.ts";
import { onWidthChange } from "./transcript/width-changes.ts";

export interface InteractiveParts
	extends Pick<
		Mode,
		"session" | "look" | "keymap" | "display" | "statusLine" | "draft" | "copy" | "openBrowser" | "loop"
	> {
	/** What went less than well on the way here. */
	readonly notices: readonly string[];
	readonly screen: Screen;
	readonly stage: Pick<Stage, "terminal" | "rebuildsScrollback">;
	readonly transcript: TranscriptPanel;
	readonly loaderLine: LoaderLine;
	readonly dialogs: Dialogs;
}

/** Connects the parts of the screen with the conversation: what is typed becomes ops, what happens becomes blocks. */
export class InteractiveMode {
	readonly mode: Mode;
	readonly #parts: InteractiveParts;
	readonly #actions = appActionHandlers();
	#compactions: CompactionWatch;
	/** The transcript is being written anew. */
	#reset: AbortController | undefined;
	readonly #ended = Promise.withResolvers<void>();

	constructor(parts: InteractiveParts) {
		this.#parts = parts;
		this.#compactions = new CompactionWatch(parts.session.conversation);
		this.mode = this.#asMode(parts);
	}

	/** Runs until the user leaves. `connect` lets the editor send from then on. */
	async run(input: PromptInput, connect: () => void): Promise<void> {
		const { session, screen, transcript, dialogs } = this.#parts;
		void connectFrontEnd(session, dialogs.ask, consolePort(dialogs.ask, screen));
		const unsubscribe = session.conversation.subscribe((event) => this.#onEvent(event));
		screen.addInputListener((event) => (event.type !== "paste" && this.#onKey(event.data) ? undefined : event));
		for (const notice of this.#parts.notices) transcript.handle({ type: "notice", level: "warning", message: notice });
		screen.start();
		screen.requestRender();
		void openPlanMode(this.mode)
			.then(() => this.#sendInitial(input))
			.then(connect);
		const { terminal, rebuildsScrollback } = this.#parts.stage;
		const unfollow = onWidthChange(terminal, () => rebuildsScrollback() && this.mode.resetScreen());
		await this.#ended.promise;
		unsubscribe();
		unfollow();
	}

	async #sendInitial(input: PromptInput): Promise<void> {
		const { conversation }: Session = this.#parts.session;
		for (const [index, text] of input.prompts.entries()) {
			const images = index === 0 ? input.images : [];
			// A command works from the command line as it does in the editor.
			if (text.startsWith("/")) await this.mode.submit(text, { images });
			else await this.#attempt(() => conversation.submit({ type: "prompt", text, images }));
		}
	}

	#asMode(parts: InteractiveParts) {
		const { session, look, keymap, display, statusLine, draft, copy, openBrowser, loop } = parts;
		const { dialogs, screen, transcript } = parts;
		const lines = new Lines({ show: (event) => this.#onEvent(event), newId: () => transcript.newId() });
		const mode: Mode = {
			session,
			look,
			keymap,
			display,
			statusLine,
			draft,
			copy,
			openBrowser,
			ask: dialogs.ask,
			notify: (level, text) => this.#notify(level, text),
			submit: (line, submission) => this.#attempt(() => lines.submit(line, mode, submission)),
			loop,
			logins: {},
			attempt: (work) => this.#attempt(work),
			during: (activity, work) => {
				const doing = this.#parts.loaderLine.during(activity, work);
				screen.requestRender();
				return doing;
			},
			showSession: (text) => this.#showSession(text),
			redraw: () => {
				transcript.redraw();
				screen.requestRender();
			},
			async withoutScreen(work) {
				await screen.stop();
				try {
					return await work();
				} finally {
					screen.start();
				}
			},
			resetScreen: () => void this.#attempt(() => this.#showFromStart()),
			endReset: () => this.#endReset(),
			suspend: () => void screen.suspend(),
			quit: () => this.#ended.resolve(),
		};
		return mode;
	}

	/** The history that counts from here on follows below what scrolled by, or takes its place where that is wanted. */
	#showSession(text: string): void {
		const { transcript, session, screen } = this.#parts;
		this.#compactions = new CompactionWatch(session.conversation);
		const name = session.log.name;
		const title = name ? `${text} · ${name}` : text;
		if (this.#parts.stage.rebuildsScrollback()) {
			void this.#attempt(() => this.#showFromStart({ isOther: true }).then(() => this.#notify("info", title)));
			return;
		}
		showHistory(transcript, this.#parts, [{ kind: "rule", id: transcript.newId(), text: title, settled: true }]);
		screen.requestRender();
	}

	async #showFromStart(options: { readonly isOther?: boolean } = {}): Promise<void> {
		this.#endReset();
		const reset = new AbortController();
		this.#reset = reset;
		const { screen, session, transcript } = this.#parts;
		try {
			await showFromStart(transcript, { screen, session, signal: reset.signal, ...options });
		} finally {
			if (this.#reset === reset) this.#reset = undefined;
		}
	}

	#endReset(): boolean {
		if (!this.#reset) return false;
		this.#reset.abort();
		this.#reset = undefined;
		return true;
	}

	async #attempt(work: () => Promise<void>): Promise<void> {
		try {
			await this.#parts.loaderLine.follow(work());
		} catch (error) {
			this.#notify("error", error instanceof Error ? error.message : String(error));
		}
		this.#showCompaction();
		this.#parts.screen.requestRender();
	}

	#showCompaction(): void {
		const { transcript } = this.#parts;
		transcript.append(this.#compactions.take(() => transcript.newId()));
	}

	#notify(level: NoticeLevel, message: string): void {
		this.#onEvent({ type: "notice", level, message });
	}

	#onEvent(event: ScreenEvent): void {
		const { transcript, loaderLine, screen } = this.#parts;
		transcript.handle(event);
		loaderLine.handle(event);
		if (event.type === "auto_compaction_end") this.#showCompaction();
		screen.requestRender();
	}

	/** True when the key was ours. */
	#onKey(data: string): boolean {
		const { keymap, dialogs } = this.#parts;
		if (dialogs.isOpen) return false;
		return keymap.actionsFor(data).some((action) => this.#actions[action as AppAction]?.(this.mode));
	}
}
