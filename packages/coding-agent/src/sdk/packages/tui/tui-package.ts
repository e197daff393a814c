/** What extensions import from `@oh-my-pi/pi-tui`: the widgets and functions that published extensions know. */
export { type Component, CURSOR_MARKER, type Focusable, isFocusable } from "@oh-my-pi/pi-tui/component";
export { isKeyRelease, matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
export { hyperlink } from "@oh-my-pi/pi-tui/text/hyperlink";
export { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
export { sliceWithWidth } from "@oh-my-pi/pi-tui/text/slice";
export { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
export { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
export { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
export type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
export type { ExtensionScreen as TUI } from "../../../workbench/contract/extension-host.ts";
export { Box, Container, Spacer } from "./boxes.ts";
export { Editor } from "./editor.ts";
export { fuzzyFilter, fuzzyMatch } from "./fuzzy.ts";
export { Input } from "./input.ts";
export {
	decodeKittyPrintable,
	getEditorKeybindings,
	getKeybindings,
	isKeyRepeat,
	Key,
	KeybindingsManager,
	parseKey,
	setKeybindings,
} from "./keys.ts";
export { CancellableLoader, Loader } from "./loaders.ts";
export { getImageDimensions, padding, sliceByColumn } from "./measures.ts";
export { type SelectItem, SelectList, type SelectListTheme } from "./select-list.ts";
export { type SettingItem, SettingsList, type SettingsListTheme } from "./settings-list.ts";
export { Markdown, Text, TruncatedText, truncateToWidth } from "./texts.ts";
