import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { openBrowser } from "../../../process/open-browser.ts";
import { appearanceSettings } from "../../../settings/sections/appearance.ts";
import type { PromptInput } from "../../../startup/prompt-input.ts";
import type { Session } from "../../../workbench/session.ts";
import { connectFrontEnd } from "../connect-front-end.ts";
import { copySequence } from "../copy-sequence.ts";
import { interactiveKeymap } from "../keymap/keymap.ts";
import { PromptLoop } from "../loop/prompt-loop.ts";
import type { DisplayState, Mode } from "../mode.ts";
import { openPlanMode } from "../open-plan-mode.ts";
import { Lines, type Submission } from "../submit-line.ts";
import type { ScreenEvent } from "../transcript/reduce.ts";
import { LineDesk, type LineDeskPorts } from "./line-desk.ts";
import { PlainTranscript } from "./plain-transcript.ts";
import { spokenDraft } from "./spoken-draft.ts";

export interface PlainModeOptions extends LineDeskPorts {
	readonly session: Session;
	readonly theme: Theme;
}

/** How many earlier messages a resumed session tells. */
const retoldMessages = 20;

/** The interactive mode without a screen: typed lines go in, told lines come out, questions are numbered choices. */
export class PlainMode {
	readonly mode: Mode;
	readonly #session: Session;
	readonly #desk: LineDesk;
	readonly #transcript: PlainTranscript;
	readonly #write: (text: string) => void;
	readonly #ended = Promise.withResolvers<void>();
	#interruptedAtRest = false;
	#commandCount = 0;
	readonly #lines = new Lines({
		show: (event) => this.#onEvent(event),
		newId: () => `command-${this.#commandCount++}`,
	});

	constructor(options: PlainModeOptions) {
		const { session, theme, write } = options;
		this.#session = session;
		this.#write = write;
		const display: DisplayState = {
			expanded: false,
			showThinking: !session.settings.get(appearanceSettings.hideThinkingBlock),
			showTools: true,
		};
		this.#desk = new LineDesk(options, (line) => void this.#submit(line));
		this.#transcript = new PlainTranscript({ write, theme, display });
		this.mode = this.#asMode(theme, display);
	}

	/** Resolves when the user has left. */
	get ended(): Promise<void> {
		return this.#ended.promise;
	}

	async begin(input: PromptInput): Promise<void> {
		const { conversation, notices } = this.#session;
		void connectFrontEnd(this.#session, this.mode.ask);
		conversation.subscribe((event) => this.#onEvent(event));
		for (const notice of notices) this.mode.notify("warning", notice);
		this.#transcript.retell(conversation.messages.slice(-retoldMessages));
		await openPlanMode(this.mode);
		for (const [index, text] of input.prompts.entries()) {
			const images = index === 0 ? input.images : [];
			await this.mode.attempt(() => conversation.submit({ type: "prompt", text, images }));
		}
	}

	receive(text: string): void {
		this.#interruptedAtRest = false;
		this.#desk.receive(text);
	}

	/** Ctrl+C: takes a question back, else stops what runs, else leaves when pressed twice. */
	interrupt(): void {
		const { conversation, shell } = this.#session;
		this.#write("\n");
		if (this.#desk.isAsking) this.#desk.dismiss();
		else if (shell.isRunning) shell.abort();
		else if (conversation.isStreaming) void this.mode.attempt(() => conversation.submit({ type: "abort" }));
		else if (this.#interruptedAtRest) this.quit();
		else {
			this.#interruptedAtRest = true;
			this.#write("Press Ctrl+C again to leave.\n");
		}
	}

	quit(): void {
		this.#desk.dismiss();
		this.#ended.resolve();
	}

	#asMode(theme: Theme, display: DisplayState): Mode {
		return {
			session: this.#session,
			look: { theme, appearance: "dark", preview: async () => {} },
			keymap: interactiveKeymap(),
			display,
			statusLine: () => "",
			draft: spokenDraft(this.#write),
			ask: (dialog) => dialog.plain(this.#desk),
			copy: (text) => this.#write(copySequence(text)),
			openBrowser,
			notify: (level, message) => this.#onEvent({ type: "notice", level, message }),
			submit: (line, submission) => this.#submit(line, submission),
			loop: new PromptLoop(),
			logins: {},
			attempt: (work) => this.#attempt(work),
			during: (activity, work) => {
				this.mode.notify("info", activity);
				return work();
			},
			showSession: (text) => {
				this.mode.notify("info", text);
				this.#transcript.retell(this.#session.conversation.messages.slice(-retoldMessages));
			},
			redraw: () => {},
			withoutScreen: (work) => work(),
			resetScreen: () => {},
			endReset: () => false,
			suspend: () => void process.kill(process.pid, "SIGTSTP"),
			quit: () => this.quit(),
		};
	}

	#onEvent(event: ScreenEvent): void {
		this.#transcript.handle(event);
	}

	#submit(line: string, submission?: Submission): Promise<void> {
		return this.#attempt(() => this.#lines.submit(line, this.mode, submission));
	}

	async #attempt(work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.mode.notify("error", error instanceof Error ? error.message : String(error));
		}
	}
}
