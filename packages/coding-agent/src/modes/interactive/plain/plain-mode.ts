import { join } from "node:path";
import type { ToolView } from "@oh-my-pi/pi-tools/view/view";
import type { ThemeLoader } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import type { Commands } from "../../../commands/commands.ts";
import { PromptLoop } from "../../../commands/contract/prompt-loop.ts";
import type { Draft, ScreenPorts } from "../../../commands/contract/screen-ports.ts";
import { lacksApprovalMode } from "../../../commands/system/setup/wants-setup.ts";
import { openBrowser } from "../../../process/open-browser.ts";
import type { PromptInput } from "../../../startup/prompt-input.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { leftOutLine } from "../../left-out-line.ts";
import { connectFrontEnd } from "../front-end/front-end.ts";
import { LineHandler } from "../input/line-handler.ts";
import { allActions, interactiveKeymap } from "../keys/keymap.ts";
import { copySequence } from "../screen/clipboard.ts";
import { themeChoices } from "../screen/live-theme.ts";
import { displayState, followSwitches } from "../transcript/draw/display-state.ts";
import { LineDialogs, type LinePorts } from "./line-dialogs.ts";
import { PlainTranscript } from "./plain-transcript.ts";

export interface PlainModeOptions extends LinePorts {
	readonly session: OpenedConversation;
	readonly theme: Theme;
	readonly commands: Commands;
	readonly toolViews: Registry<ToolView>;
	readonly themes: Registry<ThemeLoader>;
}

/** How many earlier messages of a resumed session are printed. */
const replayedMessages = 20;

/** The interactive mode without a screen: typed lines go in, lines are printed, questions are numbered choices. */
export class PlainMode {
	readonly ports: ScreenPorts;
	readonly #session: OpenedConversation;
	readonly #dialogs: LineDialogs;
	readonly #transcript: PlainTranscript;
	readonly #commands: Commands;
	readonly #write: (text: string) => void;
	readonly #ended = Promise.withResolvers<void>();
	#interruptedWhenIdle = false;
	#commandCount = 0;
	#hasFailed = false;

	constructor(options: PlainModeOptions) {
		const { session, theme, write, toolViews, commands } = options;
		this.#session = session;
		this.#write = write;
		this.#commands = commands;
		const display = { ...displayState(session.settings), showTools: true };
		followSwitches(display, session.settings, () => {});
		this.#dialogs = new LineDialogs(options, (line) => void this.ports.submit(line));
		this.#transcript = new PlainTranscript({ write, theme, display, toolViews });
		this.ports = new LineHandler({
			session,
			commands,
			quit: () => this.quit(),
			show: (event) => this.#transcript.handle(event),
			newId: () => `command-${this.#commandCount++}`,
			ports: this.#makePorts(options),
		}).ports;
	}

	/** Resolves when the user has quit. */
	get ended(): Promise<void> {
		return this.#ended.promise;
	}

	async begin(input: PromptInput): Promise<void> {
		const { conversation, notices } = this.#session;
		const { ask, notify, attempt } = this.ports;
		void connectFrontEnd(this.#session, ask, this.ports);
		conversation.subscribe((event) => this.#transcript.handle(event));
		// A guest has nothing of one's own.
		for (const notice of input.joins ? [] : notices) notify("warning", notice);
		const leftOut = await leftOutLine(this.#session);
		if (leftOut && !input.joins) notify("warning", leftOut);
		this.#transcript.replay(conversation.messages.slice(-replayedMessages));
		await this.#startExtensions();
		await this.#session.workbench.features.atScreen(this.#session, this.ports);
		if (!input.joins && lacksApprovalMode(this.#session)) {
			const { chooseApprovals } = await import("../../../commands/system/setup/choose-approvals.ts");
			await attempt(() => chooseApprovals(this.#session, this.ports, { runsSetup: false }));
		}
		for (const [index, text] of input.prompts.entries()) {
			const images = index === 0 ? input.images : [];
			if (text.startsWith("/")) {
				await this.ports.submit(text, { images });
				continue;
			}
			const typed = index === 0 ? input.typed : undefined;
			await attempt(() => conversation.submit({ type: "input", text, images, source: "interactive", typed }));
		}
		if (!input.joins || conversation.remote) return;
		this.#hasFailed = true;
		this.quit();
	}

	/** Extensions can ask; they have no places to show things at. */
	async #startExtensions(): Promise<void> {
		if (!this.#session.workbench.features.extensionHost) return;
		const [{ extensionUi }, { startExtensions }] = await Promise.all([
			import("../extensions/extension-ui.ts"),
			import("../../start-extensions.ts"),
		]);
		const { ask, notify, draft } = this.ports;
		const ui = extensionUi({ ask, notify, draft, isBusy: () => this.#session.conversation.isStreaming });
		await startExtensions(this.#session, this.#commands, { mode: "tui", ui, quit: () => this.quit() });
	}

	/** Where the session that was to be joined is not there. */
	get hasFailed(): boolean {
		return this.#hasFailed;
	}

	receive(text: string): void {
		this.#interruptedWhenIdle = false;
		this.#dialogs.receive(text);
	}

	/** Ctrl+C: dismisses a question, else aborts what runs, else quits when pressed twice. */
	interrupt(): void {
		const { conversation, shell } = this.#session;
		this.#write("\n");
		if (this.#dialogs.isAsking) this.#dialogs.dismiss();
		else if (shell.isRunning) shell.abort();
		else if (conversation.isStreaming) void this.ports.attempt(() => conversation.submit({ type: "abort" }));
		else if (this.#interruptedWhenIdle) this.quit();
		else {
			this.#interruptedWhenIdle = true;
			this.#write("Press Ctrl+C again to exit.\n");
		}
	}

	quit(): void {
		this.#dialogs.dismiss();
		this.#ended.resolve();
	}

	#makePorts({ theme, themes, session }: PlainModeOptions): Omit<ScreenPorts, "submit"> {
		const notify: ScreenPorts["notify"] = (level, message) =>
			this.#transcript.handle({ type: "notice", level, message });
		return {
			appearance: {
				theme,
				mode: "dark",
				preview: async () => {},
				themes: () => themeChoices({ themes, themesDir: join(session.agentDir, "themes") }),
				statusLine: () => "",
			},
			keys: { keymap: interactiveKeymap(), actions: allActions },
			draft: plainDraft(this.#write),
			ask: (dialog) => dialog.plain(this.#dialogs),
			copy: (text) => this.#write(copySequence(text)),
			openBrowser,
			notify,
			loop: new PromptLoop(),
			logins: {},
			async attempt(work) {
				try {
					await work();
				} catch (error) {
					notify("error", errorMessage(error));
				}
			},
			during: (activity, work) => {
				notify("info", activity);
				return work();
			},
			showSession: (heading) => {
				notify("info", heading);
				this.#transcript.replay(session.conversation.messages.slice(-replayedMessages));
			},
			print: async (text) => this.#write(text),
			withoutScreen: (work) => work(),
			openHub: async () => {
				const { agents } = session.workbench.features;
				if (!agents) return undefined;
				const { hubDialog } = await import("../../../dialogs/agents/hub-dialog.ts");
				const control = await agents.control(session.conversation);
				const noTranscript = () => {
					throw new Error("Plain mode has no panels");
				};
				return hubDialog({ control, onChange: () => () => {}, transcriptOf: noTranscript }).plain(this.#dialogs);
			},
		};
	}
}

/** There is no editor: a text for it is printed, to be typed again or changed. */
function plainDraft(write: (text: string) => void): Draft {
	const print = (text: string) => write(`Text to send again: ${text}\n`);
	return {
		text: "",
		expandedText: "",
		line: "",
		images: [],
		isEmpty: true,
		isCompleting: false,
		setText: print,
		insert: print,
		paste: print,
		attach: () => {},
		perform: () => {},
		moveCaret: () => {},
		take: () => "",
		discard: () => {},
	};
}
