/** `@oh-my-pi/pi-tui` as extensions import it: the same as `tui.ts` beside this file. */
declare module "@oh-my-pi/pi-tui" {
	export { type Component, CURSOR_MARKER, type Focusable, isFocusable } from "@oh-my-pi/pi-tui/component";
	export { chordOf } from "@oh-my-pi/pi-tui/input/key";
	export { isKeyRelease, matchesKey, parseKey } from "@oh-my-pi/pi-tui/input/parse-key";
	export { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
	export { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
	export { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
	export { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
	export { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
	export type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
	export { Box } from "@oh-my-pi/pi-tui/widgets/box";
	export { Container } from "@oh-my-pi/pi-tui/widgets/container";
	export { Input } from "@oh-my-pi/pi-tui/widgets/input";
	export { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
	export { Spacer } from "@oh-my-pi/pi-tui/widgets/spacer";
	export { Text } from "@oh-my-pi/pi-tui/widgets/text";
	export { TruncatedText } from "@oh-my-pi/pi-tui/widgets/truncated-text";
}
