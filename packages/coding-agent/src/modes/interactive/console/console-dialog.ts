import type { ScreenSize, TerminalScreen } from "@oh-my-pi/pi-natives/terminal/terminal-screen";
import type { ConsoleProgram } from "@oh-my-pi/pi-tools/services/console-port";
import { type Component, CURSOR_MARKER } from "@oh-my-pi/pi-tui/component";
import { legacyKeys } from "@oh-my-pi/pi-tui/input/legacy-keys";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { drawFrame } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import type { Dialog, DialogContext } from "../../../dialogs/contract/dialog.ts";
import { consoleSize } from "./console-size.ts";

export interface ConsoleDialogOptions {
	readonly program: ConsoleProgram;
	readonly screen: TerminalScreen;
	/** What both begin with. */
	readonly size: ScreenSize;
	/** Fires when the program has ended. */
	readonly ended: AbortSignal;
}

/** Shows the terminal of a program until it ends; what is typed goes to the program, and Esc ends it. */
export function consoleDialog(options: ConsoleDialogOptions): Dialog<void> {
	return {
		title: options.program.title,
		fillsScreen: true,
		opensUnasked: "console",
		open(context) {
			const close = () => context.done(undefined);
			if (options.ended.aborted) queueMicrotask(close);
			else options.ended.addEventListener("abort", close, { once: true });
			context.useKeys?.({ isField: () => true });
			return new ConsoleView(options, context);
		},
		// Without a screen nobody can see a terminal.
		plain: async () => undefined,
	};
}

class ConsoleView implements Component {
	readonly #options: ConsoleDialogOptions;
	readonly #context: DialogContext<void>;
	#size: ScreenSize;

	constructor(options: ConsoleDialogOptions, context: DialogContext<void>) {
		this.#options = options;
		this.#context = context;
		this.#size = options.size;
	}

	render(width: number): readonly string[] {
		this.#fit(width);
		const { theme } = this.#context;
		const { title, command } = this.#options.program;
		const [firstLine = ""] = plainText(command).split("\n");
		const heading = `${theme.bold(theme.accent(title))} ${theme.muted("⟦esc ends it⟧")} ${theme.bashMode("$")} ${firstLine}`;
		const rows = this.#options.screen.rows(CURSOR_MARKER);
		return drawFrame([{ title: heading, rows }], { width, theme });
	}

	handleInput(data: string): void {
		const { program, screen } = this.#options;
		if (matchesKey(data, "escape")) program.kill();
		else program.type(legacyKeys(data, screen.keyboard));
	}

	handlePaste(text: string): void {
		const { program, screen } = this.#options;
		const typed = text.replace(/\r?\n/g, "\r");
		program.type(screen.keyboard.bracketedPaste ? `\x1b[200~${typed}\x1b[201~` : typed);
	}

	/** The terminal may have another size since the last time. */
	#fit(width: number): void {
		const size = consoleSize(width, this.#context.rows());
		if (size.cols === this.#size.cols && size.rows === this.#size.rows) return;
		this.#size = size;
		this.#options.screen.resize(size);
		this.#options.program.resize(size.cols, size.rows);
	}
}
