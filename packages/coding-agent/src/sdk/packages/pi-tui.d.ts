/** The part of `@oh-my-pi/pi-tui`, as extensions import it, that the examples in `docs/extensions/` use. */
declare module "@oh-my-pi/pi-tui" {
	type Package = typeof import("./tui/tui-package.ts");
	export const Text: Package["Text"];
	export const matchesKey: Package["matchesKey"];
}
