import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import type { Session } from "../../app/compose-session.ts";
import { openBrowser } from "../../app/open-browser.ts";
import type { PromptInput } from "../../app/prompt-input.ts";
import type { ConversationEvent, NoticeLevel } from "../../conversation/event.ts";
import { activityAfter } from "./activity.ts";
import type { CommandOutcome } from "./commands/command.ts";
import { findCommand } from "./commands/commands.ts";
import type { Composer } from "./composer/composer.ts";
import { connectFrontEnd } from "./connect-front-end.ts";
import type { Dialogs } from "./dialogs/dialogs.ts";
import type { AppAction } from "./keymap/app-actions.data.ts";
import { nextThinkingLevel } from "./next-thinking-level.ts";
import { queuedTexts } from "./queue/queued-texts.ts";
import { recentBlocks } from "./transcript/replay.ts";
import type { TranscriptPanel } from "./transcript/transcript-panel.ts";
import { parseUserCommand, runUserCommand } from "./user-command.ts";

export interface InteractiveParts {
	readonly session: Session;
	/** What went less than well on the way here. */
	readonly notices: readonly string[];
	readonly screen: Screen;
	readonly transcript: TranscriptPanel;
	readonly composer: Composer;
	readonly loader: Loader;
	readonly dialogs: Dialogs;
	readonly keymap: Keymap;
	readonly display: DisplayState;
	/** Puts a text on the clipboard, where the terminal can. */
	readonly copy: (text: string) => void;
}

/** What the user has switched about the look of the transcript. */
export interface DisplayState {
	expanded: boolean;
	showThinking: boolean;
}

/** Two presses of Ctrl+C within this time leave. */
const doublePressMs = 500;

/** Connects the parts of the screen with the conversation: what is typed becomes ops, what happens becomes blocks. */
export class InteractiveMode {
	readonly #parts: InteractiveParts;
	readonly #ended = Promise.withResolvers<void>();
	#activity: string | undefined;
	#clearedAt = Number.NEGATIVE_INFINITY;

	constructor(parts: InteractiveParts) {
		this.#parts = parts;
	}

	/** Runs until the user leaves. `connect` lets the editor send from then on. */
	async run(input: PromptInput, connect: () => void): Promise<void> {
		const { session, screen, transcript, dialogs } = this.#parts;
		void connectFrontEnd(session, (dialog) => dialogs.ask(dialog));
		const unsubscribe = session.conversation.subscribe((event) => this.#onEvent(event));
		screen.addInputListener((event) => (event.type !== "paste" && this.#onKey(event.data) ? undefined : event));
		for (const notice of this.#parts.notices) transcript.handle({ type: "notice", level: "warning", message: notice });
		screen.start();
		screen.requestRender();
		void this.#sendInitial(input).then(connect);
		await this.#ended.promise;
		unsubscribe();
	}

	submit(text: string): void {
		void this.#submit(text);
	}

	quit(): void {
		this.#ended.resolve();
	}

	async #sendInitial(input: PromptInput): Promise<void> {
		for (const [index, text] of input.prompts.entries()) {
			await this.#converse(() =>
				this.#parts.session.conversation.submit({ type: "prompt", text, images: index === 0 ? input.images : [] }),
			);
		}
	}

	async #submit(text: string): Promise<void> {
		if (text.trim() === "") return;
		const found = findCommand(text);
		if (found) return this.#run(() => this.#runCommand(found));
		const { conversation, shell } = this.#parts.session;
		const command = parseUserCommand(text);
		if (command) {
			const id = this.#parts.transcript.newId();
			return this.#run(() => runUserCommand(command, shell, id, (event) => this.#onEvent(event)));
		}
		// A message sent while the model works steers it; the conversation starts a run when it rests.
		return this.#converse(() => conversation.submit({ type: "steer", text }));
	}

	async #runCommand({ command, args }: NonNullable<ReturnType<typeof findCommand>>): Promise<void> {
		const { session, dialogs } = this.#parts;
		const outcome: CommandOutcome = await command.run({
			conversation: session.conversation,
			ask: (dialog) => dialogs.ask(dialog),
			host: session.host,
			registry: session.registry,
			copy: this.#parts.copy,
			openBrowser,
			availableModels: async () => session.registry.available(),
			args,
		});
		if (outcome.kind === "notice") this.#notify(outcome.level, outcome.text);
		if (outcome.kind === "session-changed") this.#showSession(outcome.text);
		if (outcome.kind === "quit") this.quit();
	}

	/** What scrolled by stays; the history that counts from here on follows below. */
	#showSession(text: string): void {
		const { transcript, session } = this.#parts;
		this.#notify("info", text);
		transcript.append(recentBlocks(session.conversation.messages, () => transcript.newId()));
	}

	#converse(work: () => Promise<void>): Promise<void> {
		return this.#run(work);
	}

	/** Whatever goes wrong on the way is said on screen, never thrown at the terminal. */
	async #run(work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#notify("error", error instanceof Error ? error.message : String(error));
		}
		this.#parts.screen.requestRender();
	}

	#notify(level: NoticeLevel, message: string): void {
		this.#onEvent({ type: "notice", level, message });
	}

	#onEvent(event: ConversationEvent): void {
		const { transcript, loader, screen } = this.#parts;
		transcript.handle(event);
		const activity = activityAfter(this.#activity, event);
		if (activity !== this.#activity) {
			this.#activity = activity;
			if (activity === undefined) loader.stop();
			else loader.start(`${activity} ⟦esc⟧`);
		}
		screen.requestRender();
	}

	/** True when the key was ours. */
	#onKey(data: string): boolean {
		const { keymap, dialogs } = this.#parts;
		if (dialogs.isOpen) return false;
		for (const action of keymap.actionsFor(data)) {
			const act = this.#actions[action as AppAction];
			if (act?.()) return true;
		}
		return false;
	}

	/** Each says whether it had anything to do; if not, the key goes on to the editor. */
	readonly #actions: { readonly [Action in AppAction]: () => boolean } = {
		"app.interrupt": () => this.#interrupt(),
		"app.clear": () => this.#clear(),
		"app.exit": () => this.#parts.composer.isEmpty && this.#did(() => this.quit()),
		"app.suspend": () => this.#did(() => void this.#parts.screen.suspend()),
		"app.display.reset": () => this.#did(() => this.#parts.screen.reset()),
		"app.thinking.cycle": () => this.#did(() => void this.#run(() => this.#cycleThinking())),
		"app.thinking.toggle": () => this.#did(() => this.#toggle("showThinking", "Thinking blocks", "shown", "hidden")),
		"app.model.select": () => this.#did(() => void this.#submit("/model")),
		"app.message.followUp": () => !this.#parts.composer.isEmpty && this.#did(() => this.#followUp()),
		"app.message.dequeue": () => this.#dequeue(),
		"app.retry": () => this.#did(() => void this.#submit("/retry")),
		"app.tools.expand": () => this.#did(() => this.#toggle("expanded", "Tool results", "in full", "folded")),
	};

	#did(act: () => void): true {
		act();
		return true;
	}

	#interrupt(): boolean {
		const { conversation, shell } = this.#parts.session;
		// The list below the editor closes first.
		if (this.#parts.composer.isCompleting) return false;
		if (shell.isRunning) return this.#did(() => shell.abort());
		if (!conversation.isStreaming) return false;
		// What was queued would start the next run at once; the user wants to stop.
		this.#dequeue();
		void this.#run(() => conversation.submit({ type: "abort" }));
		return true;
	}

	#followUp(): void {
		const { composer, session } = this.#parts;
		const text = composer.take();
		void this.#run(() => session.conversation.submit({ type: "follow_up", text }));
	}

	/** Puts everything queued back into the editor, before what is being written. */
	#dequeue(): boolean {
		const { composer, session } = this.#parts;
		const { steering, followUps } = queuedTexts(session.conversation.queuedTexts);
		const texts = [...steering, ...followUps];
		if (texts.length === 0) return false;
		void this.#run(() => session.conversation.submit({ type: "clear_queue" }));
		composer.setText([...texts, composer.text].filter(Boolean).join("\n\n"));
		return true;
	}

	#clear(): boolean {
		const now = this.#parts.session.host.now();
		if (now - this.#clearedAt < doublePressMs) this.quit();
		this.#clearedAt = now;
		this.#parts.composer.clear();
		return true;
	}

	#toggle(key: keyof DisplayState, what: string, on: string, off: string): void {
		const { display, transcript } = this.#parts;
		display[key] = !display[key];
		transcript.redraw();
		this.#notify("info", `${what}: ${display[key] ? on : off}`);
	}

	async #cycleThinking(): Promise<void> {
		const { conversation } = this.#parts.session;
		const level = nextThinkingLevel(conversation.model, conversation.thinkingLevel);
		await conversation.submit({ type: "set_thinking_level", level });
	}
}
