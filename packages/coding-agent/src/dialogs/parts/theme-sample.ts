import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** A few rows in which everything has the colors of the theme that is shown. */
export function themeSample(theme: Theme, width: number): string[] {
	const rows = [
		`${theme.userMessageBg(theme.userMessageText(" Make it say hello "))}`,
		`${theme.text("Done.")} ${theme.mdHeading("Heading")} ${theme.mdCode("code")} ${theme.mdLink("link")} ${theme.muted("muted")} ${theme.dim("dim")}`,
		`${theme.syntaxKeyword("return")} ${theme.syntaxFunction("greet")}${theme.syntaxPunctuation("(")}${theme.syntaxString('"hello"')}${theme.syntaxPunctuation(")")} ${theme.syntaxComment("// once")}`,
		theme.toolDiffRemoved('-  return "hi";'),
		theme.toolDiffAdded('+  return "hello";'),
		`${theme.success(`${theme.symbol("status.success")} passed`)}  ${theme.warning(`${theme.symbol("status.warning")} careful`)}  ${theme.error(`${theme.symbol("status.error")} failed`)}  ${theme.accent("accent")}`,
	];
	return rows.map((row) => truncateToWidth(row, width));
}
