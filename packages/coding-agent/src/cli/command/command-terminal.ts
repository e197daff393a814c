import type { CommandTerminal } from "../../features/contract/command-ports.ts";
import { setUpTerminal } from "../../modes/interactive/screen/terminal-setup.ts";
import type { Prepared } from "../../startup/prepare-start.ts";

/** The terminal as interactive mode has it: theme, light or dark, and keys of the user. */
export async function commandTerminal(
	prepared: Pick<Prepared, "host" | "settings" | "agentDir">,
	onTheme: () => void,
): Promise<CommandTerminal> {
	const { terminal, liveTheme, keymap } = await setUpTerminal(prepared);
	const following = liveTheme.follow(terminal, { onChange: onTheme, onProblem: () => {} });
	return { terminal, theme: liveTheme.theme, keymap, [Symbol.dispose]: () => following[Symbol.dispose]() };
}
