import type { ConsolePort } from "@oh-my-pi/pi-tools/services/console-port";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { Ask } from "../../../dialogs/contract/dialog.ts";
import { consoleSize } from "./console-size.ts";

/** Gives a program that needs a terminal one that the user sees and types into. */
export function consolePort(ask: Ask, mainScreen: Pick<Screen, "columns" | "rows" | "requestRender">): ConsolePort {
	return {
		async open(program) {
			// Few sessions ever have a program that asks something.
			const [{ openTerminalScreen }, { consoleDialog }] = await Promise.all([
				import("@oh-my-pi/pi-natives/terminal/terminal-screen"),
				import("./console-dialog.ts"),
			]);
			// As the dialog draws it, above the row of its guard.
			const size = consoleSize(mainScreen.columns, mainScreen.rows - 1);
			const ended = new AbortController();
			const screen = openTerminalScreen({ ...size, onChange: () => mainScreen.requestRender(), onReply: program.type });
			void ask(consoleDialog({ program, screen, size, ended: ended.signal })).finally(() => screen[Symbol.dispose]());
			return {
				...size,
				write: (bytes) => screen.write(bytes),
				[Symbol.dispose]: () => ended.abort(),
			};
		},
	};
}
