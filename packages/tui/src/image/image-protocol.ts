import type { Host } from "@oh-my-pi/pi-utils/host";

type Env = Host["env"];

/** How the terminal draws images. `kitty-placeholders` is kitty's protocol with images that move like text. */
export type ImageProtocol = "kitty-placeholders" | "kitty" | "iterm2" | "sixel";

const FORCED: Readonly<Record<string, ImageProtocol | undefined>> = {
	kitty: "kitty",
	"kitty-placeholders": "kitty-placeholders",
	iterm2: "iterm2",
	sixel: "sixel",
};

/** Undefined if images cannot be drawn. A protocol forced by the user overrides the detection. */
export function detectImageProtocol(env: Env, isInMultiplexer: boolean): ImageProtocol | undefined {
	const forced = env.PI_FORCE_IMAGE_PROTOCOL?.toLowerCase();
	return withPlaceholders(forced ? FORCED[forced] : guess(env, isInMultiplexer), env);
}

/** Placeholders can be switched on and off separately. */
function withPlaceholders(protocol: ImageProtocol | undefined, env: Env): ImageProtocol | undefined {
	if (protocol === "kitty" && env.PI_KITTY_PLACEHOLDERS) return "kitty-placeholders";
	return protocol === "kitty-placeholders" && env.PI_NO_KITTY_PLACEHOLDERS ? "kitty" : protocol;
}

function guess(env: Env, isInMultiplexer: boolean): ImageProtocol | undefined {
	// Multiplexers drop images or draw them over other panes.
	if (isInMultiplexer) return undefined;
	const { TERM = "", TERM_PROGRAM = "" } = env;
	if (env.KITTY_WINDOW_ID || TERM === "xterm-kitty") return "kitty-placeholders";
	if (env.GHOSTTY_RESOURCES_DIR || TERM === "xterm-ghostty" || TERM_PROGRAM === "ghostty") return "kitty-placeholders";
	if (env.WEZTERM_PANE || TERM_PROGRAM === "WezTerm" || env.KONSOLE_VERSION) return "kitty";
	if (TERM_PROGRAM === "iTerm.app" || env.LC_TERMINAL === "iTerm2") return "iterm2";
	if (TERM_PROGRAM === "mintty" || TERM === "foot" || TERM === "mlterm" || TERM.startsWith("yaft")) return "sixel";
	return undefined;
}
