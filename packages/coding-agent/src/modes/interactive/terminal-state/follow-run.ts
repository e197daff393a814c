import { basename } from "node:path";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { terminalSettings, tuiSettings } from "../../../settings/sections/screen/display.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { Notifier } from "./notifier.ts";
import { type RunState, runStateAfter } from "./run-state.ts";
import { TerminalTitle } from "./terminal-title.ts";

const PROGRESS_ON = "\x1b]9;4;3;0\x07";
const PROGRESS_OFF = "\x1b]9;4;0;0\x07";

/** Lets the terminal's title, its progress sign and the desktop know what omp does, until disposed. */
export function followRun(session: OpenedConversation, terminal: Terminal, theme: Theme): Disposable {
	const { conversation, settings, host, log } = session;
	const project = basename(host.cwd) || host.cwd;
	const title = new TerminalTitle({
		terminal,
		project,
		frames: theme.spinnerFrames("status"),
		showsState: () => settings.get(tuiSettings.titleState),
	});
	const notifier = new Notifier({ terminal, settings, host, project });
	let state: RunState = "idle";
	let showsProgress = false;
	const showProgress = (on: boolean) => {
		if (on !== showsProgress) terminal.write(on ? PROGRESS_ON : PROGRESS_OFF);
		showsProgress = on;
	};
	const unsubscribe = conversation.subscribe((event) => {
		notifier.handle(event);
		const next = runStateAfter(state, event);
		if (next === state && event.type !== "session_info_update") return;
		state = next;
		title.show(state, log.name ?? "");
		showProgress(state === "working" && settings.get(terminalSettings.showProgress));
	});
	// The title that was there before is put aside when the screen opens.
	title.show(state, log.name ?? "");
	return {
		[Symbol.dispose]() {
			unsubscribe();
			title[Symbol.dispose]();
			showProgress(false);
		},
	};
}
