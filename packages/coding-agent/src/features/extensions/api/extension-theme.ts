import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ExtensionTheme } from "../../../workbench/contract/extension-host.ts";

const made = new WeakMap<Theme, ExtensionTheme>();

/** A theme as extensions get it: its styles can also be called by name. A name that no theme has changes nothing. */
export function extensionTheme(theme: Theme): ExtensionTheme {
	const known = made.get(theme);
	if (known) return known;
	const styled = (token: string, text: string) => {
		const style: unknown = Reflect.get(theme, token);
		return typeof style === "function" ? String(style(text)) : text;
	};
	// Getters of the theme must stay getters: its name and colors may change.
	const extended: ExtensionTheme = Object.assign(Object.create(theme), { fg: styled, bg: styled });
	made.set(theme, extended);
	return extended;
}
