import { detectImageProtocol, type ImageProtocol } from "../image/image-protocol.ts";
import { detectNotificationProtocol, mayKnowOsc99, type NotificationProtocol } from "./notification.ts";
import type { Reflow } from "./terminal.ts";

export type Env = Readonly<Record<string, string | undefined>>;
/** `none`: the user wants no colors, or the terminal has none. */
export type ColorDepth = "truecolor" | "256" | "none";
export type Multiplexer = "tmux" | "screen" | "zellij" | "cmux";

/** A first guess from the environment, corrected by replies; a wrong guess affects looks, not correctness. */
export interface TerminalCapabilities {
	readonly colorDepth: ColorDepth;
	readonly synchronizesOutput: boolean;
	readonly multiplexer: Multiplexer | undefined;
	/** Undefined: images are shown as text. */
	readonly imageProtocol: ImageProtocol | undefined;
	/** Whether hyperlinks (OSC 8) are supported. */
	readonly hyperlinks: boolean;
	readonly notificationProtocol: NotificationProtocol;
	/** Whether to query support for OSC 99. */
	readonly mayKnowOsc99: boolean;
	readonly reflow: Reflow;
	/** Unknown queries are ignored, so asking is safe. */
	readonly acceptsQueries: boolean;
	/** The same for DECRQM, of which Apple's terminal prints a letter. */
	readonly acceptsModeQueries: boolean;
}

export function detectCapabilities(env: Env): TerminalCapabilities {
	return {
		colorDepth: colorDepth(env),
		synchronizesOutput: synchronizesOutput(env),
		multiplexer: multiplexer(env),
		imageProtocol: detectImageProtocol(env, multiplexer(env) !== undefined),
		hyperlinks: hyperlinks(env),
		notificationProtocol: detectNotificationProtocol(env),
		mayKnowOsc99: mayKnowOsc99(env),
		reflow: reflow(env),
		acceptsQueries: acceptsQueries(env),
		acceptsModeQueries: acceptsQueries(env) && env.TERM_PROGRAM !== "Apple_Terminal",
	};
}

function colorDepth(env: Env): ColorDepth {
	if (env.NO_COLOR || env.TERM === "dumb") return "none";
	if (env.COLORTERM === "truecolor" || env.COLORTERM === "24bit" || env.WT_SESSION) return "truecolor";
	return ["", "linux"].includes(env.TERM ?? "") ? "256" : "truecolor";
}

function synchronizesOutput(env: Env): boolean {
	if (env.PI_NO_SYNC_OUTPUT || env.PI_TUI_SYNC_OUTPUT === "0") return false;
	if (env.PI_FORCE_SYNC_OUTPUT === "1" || env.PI_TUI_SYNC_OUTPUT === "1") return true;
	if (/Sy/.test(env.TERM_FEATURES ?? "") || env.WT_SESSION) return true;
	if (multiplexer(env)) return false;
	return (
		Boolean(env.KITTY_WINDOW_ID || env.GHOSTTY_RESOURCES_DIR || env.WEZTERM_PANE || env.ALACRITTY_WINDOW_ID) ||
		["iTerm.app", "WezTerm", "ghostty", "vscode", "rio"].includes(env.TERM_PROGRAM ?? "") ||
		["xterm-kitty", "xterm-ghostty", "alacritty", "foot"].includes(env.TERM ?? "")
	);
}

function multiplexer(env: Env): Multiplexer | undefined {
	if (env.TMUX || env.TERM?.startsWith("tmux")) return "tmux";
	if (env.ZELLIJ) return "zellij";
	if (env.CMUX_WORKSPACE_ID) return "cmux";
	if (env.STY || env.TERM?.startsWith("screen")) return "screen";
	return undefined;
}

function hyperlinks(env: Env): boolean {
	// Older versions of multiplexers print the address instead.
	if (multiplexer(env)) return false;
	if (env.WT_SESSION || env.KITTY_WINDOW_ID || env.GHOSTTY_RESOURCES_DIR || env.WEZTERM_PANE || env.KONSOLE_VERSION) {
		return true;
	}
	if (Number(env.VTE_VERSION ?? 0) >= 5000) return true;
	return (
		["iTerm.app", "WezTerm", "ghostty", "vscode", "rio", "Hyper", "mintty"].includes(env.TERM_PROGRAM ?? "") ||
		["xterm-kitty", "xterm-ghostty", "alacritty", "foot"].includes(env.TERM ?? "")
	);
}

function reflow(env: Env): Reflow {
	if (multiplexer(env) === "screen" || env.TERM === "linux") return "cuts";
	if (multiplexer(env)) return "wraps";
	if (env.TERM_PROGRAM === "vscode") return "wraps-as-xterm-js";
	return env.XTERM_VERSION ? "cuts" : "wraps";
}

/** The reflow behavior derived from secondary device attributes; undefined if unknown. */
export function reflowOfIdentity(attributes: string): Reflow | undefined {
	if (attributes === "0;276;0") return "wraps-as-xterm-js";
	const isXterm = attributes.startsWith("41;");
	const isScreen = attributes.startsWith("83;");
	return isXterm || isScreen ? "cuts" : undefined;
}

function acceptsQueries(env: Env): boolean {
	return !["", "dumb", "linux"].includes(env.TERM ?? "");
}

/** The user's setting for synchronized output overrides the terminal's reply. */
export function syncOutputIsForced(env: Env): boolean {
	return Boolean(env.PI_NO_SYNC_OUTPUT || env.PI_TUI_SYNC_OUTPUT || env.PI_FORCE_SYNC_OUTPUT);
}
