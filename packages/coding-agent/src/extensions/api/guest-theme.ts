import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { GuestTheme } from "../../workbench/guests.ts";

const made = new WeakMap<Theme, GuestTheme>();

/** A theme as extensions get it: its styles can also be called by name. A name that no theme has changes nothing. */
export function guestTheme(theme: Theme): GuestTheme {
	const known = made.get(theme);
	if (known) return known;
	const styled = (token: string, text: string) => {
		const style: unknown = Reflect.get(theme, token);
		return typeof style === "function" ? String(style(text)) : text;
	};
	// Getters of the theme must stay getters: its name and colors may change.
	const guest: GuestTheme = Object.assign(Object.create(theme), { fg: styled, bg: styled });
	made.set(theme, guest);
	return guest;
}
