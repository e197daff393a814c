import { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import { cursorSettings, tuiSettings } from "../../settings/sections/display.ts";
import { inputSettings } from "../../settings/sections/input.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Prepared } from "../../startup/prepare-start.ts";
import { Chrome } from "./chrome.ts";
import { Composer } from "./composer/composer.ts";
import { InlineImages } from "./inline-images.ts";
import { noteRenderError } from "./note-render-error.ts";
import { openSurface, type Surface } from "./open-surface.ts";
import { spaced } from "./panels/spaced.ts";

/** The screen before the session: the editor can be written in while everything else is still being read. */
export interface Stage extends Surface {
	readonly screen: Screen;
	readonly transcript: Transcript;
	readonly chrome: Chrome;
	readonly composer: Composer;
	readonly loader: Loader;
	/** Between transcript and loader, for what a session has to show there. */
	readonly panels: Container;
	readonly images: InlineImages;
}

/** Opens the screen; with `start` it is painted at once. */
export async function openStage(prepared: Prepared, options: { start: boolean }): Promise<Stage> {
	const surface = await openSurface(prepared);
	const { terminal, keymap } = surface;
	const { theme } = surface.look;
	const requestRender = () => screen.requestRender();
	const transcript = new Transcript({
		onRenderError: noteRenderError(prepared.host),
		earlier: (count) => new Text(theme.dim(`… ${count} earlier blocks`), { paddingX: 1 }),
	});
	const loader = new Loader({ theme, onTick: requestRender });
	const panels = new Container();
	const imeSafe = () => prepared.settings.get(tuiSettings.imeSafeCursor);
	const maxCompletions = () => prepared.settings.get(inputSettings.autocompleteMaxVisible);
	const rows = () => terminal.rows;
	const composer = new Composer({ theme, keymap, rows, requestRender, imeSafe, maxCompletions });
	followCursorSetting(prepared.settings, composer, requestRender);
	const chrome = new Chrome([panels, spaced(loader)], composer.component);
	const images = new InlineImages({
		theme,
		settings: prepared.settings,
		protocol: surface.imageProtocol,
		terminal,
		processId: process.pid,
		requestRender,
	});
	const screen = new Screen({ terminal, transcript, chrome: chrome.component, images: () => images.gallery });
	screen.setFocus(composer.component);
	if (options.start) screen.start();
	return { ...surface, screen, transcript, chrome, composer, loader, panels, images };
}

function followCursorSetting(settings: Settings, { component }: Composer, requestRender: () => void): void {
	const follow = () => component.setUseTerminalCursor(settings.get(cursorSettings.showHardwareCursor));
	follow();
	settings.watch([cursorSettings.showHardwareCursor], () => {
		follow();
		requestRender();
	});
}
