import { resolve } from "node:path";
import type { SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import type { Dialog } from "../../../dialogs/contract/dialog.ts";
import { Dialogs } from "../../../dialogs/open/dialogs.ts";
import { sessionPickerDialog } from "../../../dialogs/sessions/session-picker-dialog.ts";
import { sessionPicking } from "../../../dialogs/sessions/session-picking.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { displaySettings } from "../../../settings/sections/screen/display.ts";
import type { Prepared } from "../../../startup/prepare-start.ts";
import { askedLines } from "../plain/asked-lines.ts";
import { setUpTerminal, type TerminalSetup } from "../screen/terminal-setup.ts";

/** `--resume` without a value: which session to continue, or why there is none. */
export async function pickSession(
	prepared: Prepared,
	options: { readonly plain: boolean; readonly sessionDir?: string | undefined },
	io: CliIo,
): Promise<SessionInfo | string> {
	const { host, agentDir, settings } = prepared;
	const sessionDir = options.sessionDir ?? host.env.PI_CODING_AGENT_SESSION_DIR;
	const environment = fileEnvironment(host, agentDir, {
		...(sessionDir && { sessionDir: resolve(host.cwd, sessionDir) }),
	});
	(await import("../../../conversation/session/rescued-sessions.ts")).findRescued(environment);
	await using picking = sessionPicking(environment, { cwd: host.cwd });
	const { list } = picking.options;
	const scope = list("folder").length > 0 ? "folder" : "everywhere";
	if (list(scope).length === 0) return "No sessions found";
	const dialog = sessionPickerDialog({ ...picking.options, scope, fillsScreen: true });
	const isPlain = options.plain || settings.get(displaySettings.plain);
	const chosen = isPlain ? await dialog.plain(askedLines(io)) : await askAlone(await setUpTerminal(prepared), dialog);
	return chosen ?? "No session selected";
}

/** Asks before there is a session, on a screen that shows nothing else and is closed afterwards. */
async function askAlone<Result>(setup: TerminalSetup, dialog: Dialog<Result>): Promise<Result | undefined> {
	const { terminal, liveTheme, keymap } = setup;
	const chrome = new Container();
	const screen = new Screen({ terminal, transcript: new Transcript(), chrome });
	const requestRender = () => screen.requestRender();
	const dialogs = new Dialogs({
		theme: liveTheme.theme,
		keymap,
		area: {
			show: (component, focus) => {
				chrome.replace(component ? [component] : []);
				screen.setFocus(focus);
				requestRender();
			},
			fill: (component) => screen.showFullscreen(component, { mouse: true }).hide,
			rows: () => terminal.rows,
			requestRender,
		},
	});
	using _theme = liveTheme.follow(terminal, { onProblem: () => {}, onChange: requestRender });
	const answer = dialogs.ask(dialog);
	screen.start();
	try {
		return await answer;
	} finally {
		await screen.stop();
	}
}
