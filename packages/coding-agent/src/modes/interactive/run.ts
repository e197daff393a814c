import { hostname } from "node:os";
import type { CliIo } from "../../process/io.ts";
import { openBrowser } from "../../process/open-browser.ts";
import type { PromptInput } from "../../startup/prompt-input.ts";
import type { Session } from "../../workbench/session.ts";
import { composerSession } from "./composer/composer-session.ts";
import { copyTo } from "./copy-sequence.ts";
import { displayState } from "./display-state.ts";
import { InteractiveMode } from "./interactive.ts";
import { lookForModels } from "./look-for-models.ts";
import { PromptLoop } from "./loop/prompt-loop.ts";
import { openDialogs } from "./open-dialogs.ts";
import { openPanels } from "./panels/open-panels.ts";
import { hasModel, noModelsText, wantsSetup } from "./setup/wants-setup.ts";
import { shutDownInTrouble, shutDownOnce } from "./shut-down.ts";
import type { Stage } from "./stage.ts";
import { Status } from "./status/status.ts";
import { followRun } from "./terminal-state/follow-run.ts";
import { openTranscript } from "./transcript/opening.ts";
import { sessionTranscript } from "./transcript/session-transcript.ts";

/** Runs omp on a terminal until the user leaves; the session is saved and the terminal as it was when this returns. */
export async function runInteractive(
	stage: Stage,
	session: Session,
	input: PromptInput,
	{ io, timeUp }: { readonly io: CliIo; readonly timeUp: Promise<void> },
): Promise<number> {
	const { settings, conversation } = session;
	const { terminal, look, keymap, problems, screen, chrome, composer } = stage;
	const { theme } = look;
	const display = displayState(settings);
	using transcript = sessionTranscript({ stage, session, display, keymap });
	const requestRender = () => screen.requestRender();
	const opening = openTranscript(transcript, { session, keymap, theme, requestRender, rows: terminal.rows });
	const loaderLine = openPanels(stage, session, display);
	const dialogs = openDialogs(stage, (isAsking) => loaderLine.pause(isAsking));
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

	using _keys = stage.keys.follow({
		onProblem: warn,
		onChange: () => conversation.notify("info", "Your keys have been read again"),
	});
	using _run = followRun(session, terminal, theme);
	const notices = [...session.notices, ...problems];
	const loop = new PromptLoop();
	using status = new Status({ session, theme, hostname: hostname(), loop, requestRender });
	const interactive = new InteractiveMode({
		session,
		look,
		keymap,
		display,
		statusLine: (width) => status.line(width, theme.border),
		draft: composer,
		copy: copyTo(session.host.env, (text) => terminal.write(text)),
		openBrowser,
		loop,
		notices,
		stage,
		screen,
		transcript,
		loaderLine,
		dialogs,
	});
	const connected = composerSession(interactive.mode, status, theme);
	const { recall } = connected;
	const ending = { session, composer: connected, transcript, loaderLine, screen, io };
	const shutDown = shutDownOnce(ending);
	using _trouble = shutDownInTrouble(shutDown, ending);
	// All this can wait until something is on the screen.
	setTimeout(() => {
		status.start();
		void Promise.all([opening.load(), recall.load(), transcript.loadColours(), lookForModels(session.registry)]);
	}, 50);
	const greet = () => {
		composer.connect(connected);
		const isAsked = input.prompts.length > 0;
		if (!isAsked && wantsSetup(session)) void interactive.mode.submit("/setup all");
		else if (!hasModel(conversation)) warn(noModelsText);
	};
	await Promise.race([interactive.run(input, greet), timeUp]);
	await shutDown("quit", "normal");
	return 0;
}
