import { plainTheme as bareTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** A theme without colors or styles, so that views can be compared as text. */
export const plainTheme: Theme = bareTheme();
