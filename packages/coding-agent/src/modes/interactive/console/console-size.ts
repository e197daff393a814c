import type { ScreenSize } from "@oh-my-pi/pi-natives/terminal/terminal-screen";
import { frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";

/** What is left of the terminal inside the frame of a console. */
export function consoleSize(columns: number, rows: number): ScreenSize {
	return { cols: between(20, frameInnerWidth(columns), 400), rows: between(5, rows - 2, 200) };
}

function between(min: number, value: number, max: number): number {
	return Math.min(Math.max(value, min), max);
}
