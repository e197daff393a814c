import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Commands } from "../../commands/commands.ts";
import type {
	AppearancePort,
	BrowserPort,
	ClipboardPort,
	DraftPort,
	LoopPort,
} from "../../commands/contract/screen-ports.ts";
import type { NoticeLevel } from "../../conversation/event/event.ts";
import type { Dialogs } from "../../dialogs/open/dialogs.ts";
import type { PromptInput } from "../../startup/prompt-input.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { consolePort } from "./console/console-port.ts";
import { connectFrontEnd } from "./front-end/front-end.ts";
import { LineHandler } from "./input/line-handler.ts";
import type { ActionPorts } from "./keys/actions/action.ts";
import { appActionHandlers } from "./keys/actions/actions.ts";
import type { AppAction } from "./keys/app-actions.data.ts";
import { allActions } from "./keys/keymap.ts";
import type { LoaderLine } from "./panels/activity/loader-line.ts";
import { hubPort } from "./screen/hub-port.ts";
import type { DisplayState } from "./transcript/draw/display-state.ts";
import type { TranscriptPanel } from "./transcript/draw/transcript-panel.ts";
import { SessionHistory } from "./transcript/open/session-history.ts";
import { CompactionWatch } from "./transcript/reduce/compaction-watch.ts";
import type { ScreenEvent } from "./transcript/reduce/reduce.ts";

export interface InteractiveParts extends AppearancePort, DraftPort, ClipboardPort, BrowserPort, LoopPort {
	readonly session: OpenedConversation;
	readonly commands: Commands;
	readonly keymap: Keymap;
	readonly display: DisplayState;
	/** Problems at start-up. */
	readonly notices: readonly string[];
	readonly terminal: Terminal;
	/** To the terminal, while the screen is not on it. */
	readonly write: (text: string) => Promise<unknown>;
	readonly screen: Screen;
	/** Whether the scrollback is written anew when its width no longer fits. */
	readonly rebuildsScrollback: () => boolean;
	readonly transcript: TranscriptPanel;
	readonly loaderLine: LoaderLine;
	readonly dialogs: Dialogs;
	readonly hint: ActionPorts["hint"];
	/** Where there are extensions: gives them their places on the screen. */
	readonly startExtensions?: () => Promise<void>;
}

/** Connects the screen with the conversation: sent lines become ops, events become blocks. */
export class InteractiveMode {
	/** What commands and keys may use. */
	readonly ports: ActionPorts;
	readonly #parts: InteractiveParts;
	readonly #actions = appActionHandlers();
	#compactions: CompactionWatch;
	readonly #history: SessionHistory;
	readonly #ended = Promise.withResolvers<void>();
	/** Set while a session is being joined: what went wrong. */
	#joining: string[] | undefined;

	constructor(parts: InteractiveParts) {
		this.#parts = parts;
		this.#compactions = new CompactionWatch(parts.session.conversation);
		this.#history = new SessionHistory(parts);
		this.ports = this.#makePorts(parts);
	}

	/**
	 * Runs until the user quits, and gives what went wrong if there is nothing to go on with. `settle` is done before anything is sent;
	 * `connect` lets the editor send from then on.
	 */
	async run(input: PromptInput, settle: () => Promise<void>, connect: () => void): Promise<string | undefined> {
		const { session, screen, transcript, dialogs, terminal, rebuildsScrollback } = this.#parts;
		void connectFrontEnd(session, dialogs.ask, this.ports, consolePort(dialogs.ask, screen));
		const unsubscribe = session.conversation.subscribe((event) => this.#onEvent(event));
		screen.addInputListener((event) => (event.type !== "paste" && this.#onKey(event.data) ? undefined : event));
		for (const notice of this.#parts.notices) transcript.handle({ type: "notice", level: "warning", message: notice });
		screen.start();
		screen.requestRender();
		const begun = this.#parts.startExtensions?.();
		void session.workbench.features
			.atScreen(session, this.ports)
			// Whoever only wants to type does not wait for extensions.
			.then(() => (input.prompts.length > 0 ? begun : undefined))
			.then(settle)
			.then(() => this.#sendInitial(input))
			.then(connect);
		const unfollow = onWidthChange(terminal, () => rebuildsScrollback() && this.ports.resetScreen());
		await this.#ended.promise;
		unsubscribe();
		unfollow();
		return this.#joining?.join("\n");
	}

	async #sendInitial(input: PromptInput): Promise<void> {
		if (input.joins) return this.#join(input);
		for (const [index, text] of input.prompts.entries()) {
			const images = index === 0 ? input.images : [];
			// A command works from the command line as it does in the editor.
			if (text.startsWith("/")) await this.ports.submit(text, { images });
			else {
				const typed = index === 0 ? input.typed : undefined;
				const op = { type: "input", text, images, source: "interactive", typed } as const;
				await this.#attempt(() => this.#parts.session.conversation.submit(op));
			}
		}
	}

	async #join({ prompts: [line = ""] }: PromptInput): Promise<void> {
		this.#joining = [];
		await this.ports.submit(line);
		if (this.#parts.session.conversation.remote) this.#joining = undefined;
		else this.#ended.resolve();
	}

	#makePorts(parts: InteractiveParts): ActionPorts {
		const { session, commands, keymap, display, draft, copy, openBrowser, loop, appearance } = parts;
		const { dialogs, screen, transcript, loaderLine } = parts;
		const quit = () => this.#ended.resolve();
		const lines = new LineHandler({
			session,
			commands,
			quit,
			show: (event) => this.#onEvent(event),
			newId: () => transcript.newId(),
			ports: {
				appearance,
				draft,
				copy,
				openBrowser,
				loop,
				logins: {},
				keys: { keymap, actions: allActions },
				ask: dialogs.ask,
				notify: (level, text) => this.#notify(level, text),
				attempt: (work) => this.#attempt(work),
				during: (activity, work) => {
					const doing = loaderLine.during(activity, work);
					screen.requestRender();
					return doing;
				},
				...hubPort({
					session,
					ask: dialogs.ask,
					attempt: (work) => this.#attempt(work),
					transcriptBeside: (changes) => transcript.beside(changes),
				}),
				showSession: (heading) => this.#showSession(heading),
				async print(text) {
					await screen.stop();
					await parts.write(text);
					screen.start();
				},
				async withoutScreen(work) {
					await screen.stop();
					try {
						return await work();
					} finally {
						screen.start();
					}
				},
			},
		});
		return {
			...lines.ports,
			session,
			display,
			redraw: () => {
				transcript.redraw();
				screen.requestRender();
			},
			transcriptBeside: (changes) => transcript.beside(changes),
			resetScreen: () => void this.#attempt(() => this.#history.showFromStart()),
			endReset: () => this.#history.endReset(),
			hint: parts.hint,
			suspend: () => void screen.suspend(),
			quit,
		};
	}

	/** Shows the current history below the scrollback, or in its place where the scrollback is rebuilt. */
	#showSession(heading: string): void {
		const { session } = this.#parts;
		this.#compactions = new CompactionWatch(session.conversation);
		const name = session.log.name;
		const title = name ? `${heading} · ${name}` : heading;
		if (this.#parts.rebuildsScrollback()) {
			void this.#attempt(() => this.#history.showFromStart({ isOther: true }).then(() => this.#notify("info", title)));
			return;
		}
		this.#history.showEnd(title);
	}

	async #attempt(work: () => Promise<void>): Promise<void> {
		try {
			await this.#parts.loaderLine.follow(work());
		} catch (error) {
			this.#notify("error", errorMessage(error));
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
		if (this.#joining && event.type === "notice") {
			if (event.level !== "info") this.#joining.push(event.message);
			return;
		}
		const { transcript, loaderLine, screen } = this.#parts;
		transcript.handle(event);
		loaderLine.handle(event);
		if (event.type === "auto_compaction_end") this.#showCompaction();
		screen.requestRender();
	}

	/** True when the key was handled. */
	#onKey(data: string): boolean {
		const { keymap, dialogs } = this.#parts;
		if (dialogs.isOpen) return false;
		dialogs.noteKey(data);
		const shortcut = this.#parts.session.workbench.features.extensionHost?.shortcuts.find(({ key }) =>
			matchesKey(data, key),
		);
		if (shortcut) void shortcut.run();
		if (shortcut) return true;
		return keymap.actionsFor(data).some((action) => this.#actions[action as AppAction]?.(this.ports));
	}
}

/** Long enough for the screen itself to have found its place again. */
const settleMs = 200;

/** Calls back when the terminal has had another width for a moment; gives the way to end that. */
function onWidthChange(terminal: Pick<Terminal, "columns" | "onResize">, act: () => void): () => void {
	let { columns } = terminal;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const unsubscribe = terminal.onResize(() => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			if (terminal.columns === columns) return;
			columns = terminal.columns;
			act();
		}, settleMs);
	});
	return () => {
		clearTimeout(timer);
		unsubscribe();
	};
}
