/** Keys that extensions cannot take. */
export const reservedKeys: ReadonlySet<string> = new Set(
	`ctrl+c ctrl+d ctrl+z ctrl+k ctrl+p ctrl+l ctrl+o ctrl+t ctrl+g ctrl+q alt+m shift+tab shift+ctrl+p ctrl+shift+p alt+enter
	escape enter`.split(/\s+/),
);
