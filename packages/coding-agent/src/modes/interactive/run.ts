import { buildKeymap } from "@oh-my-pi/pi-tui/input/keymap";
import { TUI_ACTIONS } from "@oh-my-pi/pi-tui/input/tui-actions.data";
import { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { detectCapabilities, syncOutputIsForced } from "@oh-my-pi/pi-tui/terminal/capabilities";
import { processStreams } from "@oh-my-pi/pi-tui/terminal/process-streams";
import { ProcessTerminal } from "@oh-my-pi/pi-tui/terminal/process-terminal";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import { Spacer } from "@oh-my-pi/pi-tui/widgets/spacer";
import type { PromptInput } from "../../app/prompt-input.ts";
import { onFatalSignal } from "../../app/signals.ts";
import type { Session } from "../../app/start-session.ts";
import type { CliIo } from "../../cli/io.ts";
import { version } from "../../cli/version.ts";
import { appearanceSettings, startupSettings } from "../../settings/sections/appearance.ts";
import { Composer } from "./composer/composer.ts";
import { Dialogs } from "./dialogs/dialogs.ts";
import { type DisplayState, InteractiveMode } from "./interactive.ts";
import { appActions } from "./keymap/app-actions.data.ts";
import { Look } from "./look.ts";
import { statusFacts } from "./status/facts.ts";
import { statusLine } from "./status/status-line.ts";
import { recentBlocks } from "./transcript/replay.ts";
import { TranscriptPanel } from "./transcript/transcript-panel.ts";
import { welcome } from "./welcome.ts";

/** A lower window has no room to spare for a greeting. */
const minWelcomeRows = 20;

/** Runs omp on a terminal until the user leaves; the session is saved and the terminal as it was when this returns. */
export async function runInteractive(session: Session, input: PromptInput, io: CliIo): Promise<number> {
	const { host, settings, conversation, log } = session;
	const capabilities = detectCapabilities(host.env);
	const terminal = new ProcessTerminal({
		streams: processStreams(),
		capabilities,
		syncOutputIsForced: syncOutputIsForced(host.env),
	});
	const look = new Look(settings, host.env, capabilities.colorDepth);
	const { theme } = look;
	const { keymap } = buildKeymap({ ...TUI_ACTIONS, ...appActions });
	const display: DisplayState = { expanded: false, showThinking: !settings.get(appearanceSettings.hideThinkingBlock) };
	const transcript = new TranscriptPanel({
		theme,
		expanded: () => display.expanded,
		showThinking: () => display.showThinking,
	});
	if (conversation.messages.length > 0) {
		transcript.append(recentBlocks(conversation.messages, () => transcript.newId()));
	} else if (!settings.get(startupSettings.quiet) && terminal.rows >= minWelcomeRows) {
		const { model } = conversation;
		const facts = { version, modelName: model?.name, provider: model?.provider, cwd: host.cwd };
		transcript.transcript.append(welcome(facts, theme), { settled: true });
	}

	const loader = new Loader({ theme, onTick: () => screen.requestRender() });
	const composer = new Composer({
		theme,
		keymap,
		status: (width) => statusLine(statusFacts(conversation, host), theme, width),
		rows: () => terminal.rows,
		requestRender: () => screen.requestRender(),
		isFresh: () => conversation.messages.length === 0,
	});
	const gap = new Spacer(1);
	const chrome = new Container([gap, loader, composer.component]);
	const screen = new Screen({ terminal, transcript: transcript.transcript, chrome });
	screen.setFocus(composer.component);
	const stage = {
		show(component: Parameters<typeof screen.setFocus>[0], focus: typeof component) {
			chrome.replace([gap, loader, component ?? composer.component]);
			screen.setFocus(focus ?? composer.component);
			screen.requestRender();
		},
	};
	look.follow(terminal, () => {
		chrome.invalidate();
		transcript.redraw();
		screen.requestRender();
	});
	const dialogs = new Dialogs({ theme, keymap, stage });
	const mode = new InteractiveMode({ session, screen, transcript, composer, loader, dialogs, keymap, display });

	const leave = async (reason: string, kind: "normal" | "signal") => {
		loader.stop();
		await screen.stop();
		await conversation.dispose(reason, kind);
	};
	using _signals = onFatalSignal(["SIGTERM", "SIGHUP"], (signal) => leave(signal.toLowerCase(), "signal"), io.exit);
	await mode.run(input);
	await leave("quit", "normal");
	if (log.hasReply) await io.stdout.write(`${theme.dim(`Resume this session with omp --resume ${log.id}`)}\n`);
	return 0;
}
