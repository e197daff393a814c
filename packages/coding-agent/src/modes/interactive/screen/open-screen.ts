import type { Component } from "@oh-my-pi/pi-tui/component";
import { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { setScreenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import { Spacer } from "@oh-my-pi/pi-tui/widgets/spacer";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { cursorSettings, tuiSettings } from "../../../settings/sections/screen/display.ts";
import { inputSettings } from "../../../settings/sections/screen/input.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { Prepared } from "../../../startup/prepare-start.ts";
import { Composer } from "../composer/composer.ts";
import { InlineImages } from "./inline-images.ts";
import { spaced } from "./spaced.ts";
import { setUpTerminal, type TerminalSetup } from "./terminal-setup.ts";

/** The parts of the screen that need no session: the user can type while the rest is still loading. */
export interface ScreenParts extends TerminalSetup {
	readonly screen: Screen;
	readonly transcript: Transcript;
	/** Everything below the transcript. */
	readonly chrome: Chrome;
	readonly composer: Composer;
	readonly loader: Loader;
	/** Between transcript and loader, for the panels of a session. */
	readonly panels: Container;
	/** Rows of extensions: above the panels, and below the editor. */
	readonly header: Container;
	readonly below: Container;
	readonly images: InlineImages;
	readonly onRenderError: (error: unknown) => void;
}

/** Opens the screen; with `start` it is painted at once. */
export async function openScreen(prepared: Prepared, options: { start: boolean }): Promise<ScreenParts> {
	return buildScreen(prepared, await setUpTerminal(prepared), options);
}

export function buildScreen(
	prepared: Pick<Prepared, "host" | "settings">,
	setup: TerminalSetup,
	options: { start: boolean },
): ScreenParts {
	const { terminal, keymap } = setup;
	const { theme } = setup.liveTheme;
	setScreenStyle({ theme, keymap });
	const requestRender = () => screen.requestRender();
	const onRenderError = logRenderError(prepared.host);
	const transcript = new Transcript({
		onRenderError,
		earlier: (count) => new Text(theme.dim(`… ${count} earlier blocks`), { paddingX: 1 }),
	});
	const loader = new Loader({ theme, onTick: requestRender });
	const panels = new Container();
	const imeSafe = () => prepared.settings.get(tuiSettings.imeSafeCursor);
	const maxCompletions = () => prepared.settings.get(inputSettings.autocompleteMaxVisible);
	const rows = () => terminal.rows;
	const composer = new Composer({ theme, keymap, rows, requestRender, imeSafe, maxCompletions });
	followCursorSetting(prepared.settings, composer, requestRender);
	const [header, below] = [new Container(), new Container()];
	const chrome = new Chrome([header, panels, spaced(loader)], composer.component, below);
	const images = new InlineImages({
		theme,
		settings: prepared.settings,
		protocol: setup.imageProtocol,
		terminal,
		processId: process.pid,
		requestRender,
	});
	const screen = new Screen({ terminal, transcript, chrome: chrome.component, images: () => images.gallery });
	screen.setFocus(composer.component);
	if (options.start) screen.start();
	return { ...setup, screen, transcript, chrome, composer, loader, panels, header, below, images, onRenderError };
}

function followCursorSetting(settings: Settings, { component }: Composer, requestRender: () => void): void {
	const follow = () => component.setUseTerminalCursor(settings.get(cursorSettings.showHardwareCursor));
	follow();
	settings.watch([cursorSettings.showHardwareCursor], () => {
		follow();
		requestRender();
	});
}

/** Writes rendering errors to the debug log; the screen shows plain text instead. */
function logRenderError(host: Host): (error: unknown) => void {
	return (error) => {
		const noted = import("../../../process/log/log-file.ts").then(({ writeLog }) => writeLog("render", error, host));
		void ignoreFailure(noted, "the log is only for debugging");
	};
}

/** What stays below the transcript: queue and loader, the editor or the dialog in its place, and what is below that. */
class Chrome {
	readonly component: Container;
	readonly #above: readonly Component[];
	readonly #below: Component;
	#editor: Component;
	#dialog: Component | undefined;

	constructor(above: readonly Component[], editor: Component, below: Component) {
		this.#above = [new Spacer(1), ...above];
		this.#editor = editor;
		this.#below = below;
		this.component = new Container([...this.#above, editor, below]);
	}

	/** Puts a component in place of the editor, or the editor back. */
	show(component: Component | undefined): void {
		this.#dialog = component;
		this.component.replace([...this.#above, component ?? this.#editor, this.#below]);
	}

	/** True when the editor is to be seen now, and not a dialog in its place. */
	useEditor(editor: Component): boolean {
		this.#editor = editor;
		this.show(this.#dialog);
		return this.#dialog === undefined;
	}
}
