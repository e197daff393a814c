import { hostname } from "node:os";
import type { Session } from "../../app/compose-session.ts";
import { openBrowser } from "../../app/open-browser.ts";
import type { PromptInput } from "../../app/prompt-input.ts";
import { tellHowToResume } from "../../app/resume-hint.ts";
import { onCrash, onFatalSignal } from "../../app/signals.ts";
import type { CliIo } from "../../cli/io.ts";
import type { ExitKind } from "../../conversation/recorder.ts";
import { appearanceSettings } from "../../settings/sections/appearance.ts";
import { composerSession } from "./composer/composer-session.ts";
import { copySequence } from "./copy-sequence.ts";
import { Dialogs } from "./dialogs/dialogs.ts";
import { CodeHighlighter } from "./highlighter.ts";
import { InteractiveMode } from "./interactive.ts";
import { lookForModels } from "./look-for-models.ts";
import type { DisplayState } from "./mode.ts";
import { panels } from "./panels/panels.ts";
import type { Stage } from "./stage.ts";
import { Status } from "./status/status.ts";
import { openTranscript } from "./transcript/opening.ts";
import { TranscriptPanel } from "./transcript/transcript-panel.ts";

/** Runs omp on a terminal until the user leaves; the session is saved and the terminal as it was when this returns. */
export async function runInteractive(
	stage: Stage,
	session: Session,
	input: PromptInput,
	{ io, timeUp }: { readonly io: CliIo; readonly timeUp: Promise<void> },
): Promise<number> {
	const { settings, conversation } = session;
	const { terminal, look, keymap, problems, screen, chrome, composer, loader } = stage;
	const { theme } = look;
	const display: DisplayState = {
		expanded: false,
		showThinking: !settings.get(appearanceSettings.hideThinkingBlock),
		showTools: true,
	};
	const code = new CodeHighlighter(theme);
	const transcript = new TranscriptPanel(stage.transcript, {
		theme,
		highlight: code.highlight,
		expanded: () => display.expanded,
		showThinking: () => display.showThinking,
		taggedText: session.taggedText,
		image: stage.images.component,
	});
	openTranscript(transcript, session, theme, terminal.rows);

	const requestRender = () => screen.requestRender();
	for (const panel of panels) stage.panels.add(panel({ session, theme, display, requestRender }));
	const dialogs = new Dialogs({
		theme,
		keymap,
		stage: {
			show(component, focus) {
				chrome.show(component);
				screen.setFocus(focus ?? composer.component);
				requestRender();
			},
			fill(component) {
				const { hide } = screen.showFullscreen(component);
				return hide;
			},
			rows: () => terminal.rows,
			requestRender,
		},
	});
	const warn = (message: string) => conversation.notify("warning", message);
	settings.onSaveProblem = warn;
	using _look = look.follow(terminal, {
		onProblem: warn,
		onChange() {
			chrome.component.invalidate();
			transcript.redraw();
			requestRender();
		},
	});

	const notices = [...session.notices, ...problems];
	using status = new Status({ session, theme, hostname: hostname(), requestRender });
	const interactive = new InteractiveMode({
		session,
		look,
		keymap,
		display,
		statusLine: (width) => status.line(width, theme.border),
		draft: composer,
		copy: (text) => terminal.write(copySequence(text)),
		openBrowser,
		notices,
		screen,
		transcript,
		loader,
		dialogs,
	});
	const connected = composerSession(interactive.mode, status, theme);
	const { recall } = connected;
	const leave = async (reason: string, kind: ExitKind) => {
		loader.stop();
		await screen.stop();
		await Promise.all([conversation.dispose(reason, kind), recall.close(), settings.flush()]);
	};
	using _signals = onFatalSignal(["SIGTERM", "SIGHUP"], (signal) => leave(signal.toLowerCase(), "signal"), io.exit);
	using _crash = onCrash(async (error) => {
		await leave("crash", "fatal");
		await io.stderr.write(
			`omp crashed, and the session is saved: ${error instanceof Error ? error.stack : String(error)}\n`,
		);
	}, io.exit);
	// All this can wait until something is on the screen.
	setTimeout(() => {
		status.start();
		void Promise.all([recall.load(), code.load(), lookForModels(session.registry)]);
	}, 50);
	await Promise.race([interactive.run(input, () => composer.connect(connected)), timeUp]);
	await leave("quit", "normal");
	await tellHowToResume(session, io);
	return 0;
}
