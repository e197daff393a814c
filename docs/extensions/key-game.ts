import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";
import { matchesKey } from "@oh-my-pi/pi-tui";

/** A component of its own: `/count` in place of the editor, `/count over` over the window. Arrows count, Enter takes it. */
export default function (pi: ExtensionAPI): void {
	pi.registerCommand("count", {
		description: "Count with the arrow keys",
		async handler(args, { ui }) {
			const counted = await ui.custom<number>(
				(screen, theme, _keymap, done) => {
					let count = 0;
					return {
						render: (width) => [
							theme.fg("accent", "─".repeat(width)),
							` Count: ${theme.bold(String(count))}`,
							theme.fg("dim", " ↑ more · ↓ less · Enter ok"),
						],
						handleInput(data) {
							if (matchesKey(data, "up")) count++;
							else if (matchesKey(data, "down")) count--;
							else if (matchesKey(data, "enter")) return done(count);
							screen.requestRender();
						},
					};
				},
				{ overlay: args === "over" },
			);
			ui.notify(counted === undefined ? "There is no screen" : `Counted to ${counted}`);
		},
	});

	pi.registerCommand("lock", {
		description: "Take no keys until F2 is pressed",
		async handler(_args, { ui }) {
			ui.setWidget("lock", ["Locked; F2 unlocks"]);
			const unlock = ui.onTerminalInput((data) => {
				if (!matchesKey(data, "f2")) return { consume: true };
				unlock();
				ui.setWidget("lock", undefined);
				return { consume: true };
			});
		},
	});
}
