import { plainTheme as bareTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** A theme without any color or style, so that what a view says can be compared as text. */
export const plainTheme: Theme = bareTheme();
