import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { appearanceFromColorFgBg, classifyBackground, parseTerminalColor } from "./background.ts";
import { detectCapabilities } from "./capabilities.ts";

test("color depth follows COLORTERM, then TERM", () => {
	const depths = [
		{ COLORTERM: "truecolor", TERM: "linux" },
		{ TERM: "linux" },
		{ TERM: "" },
		{ TERM: "xterm-256color" },
		{ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" },
		{ TERM: "dumb" },
	].map((env) => detectCapabilities(env).colorDepth);
	expect(depths).toEqual(["truecolor", "256", "256", "truecolor", "none", "none"]);
});

test("synchronized output: the user's setting, then the terminal's reply, then a guess", () => {
	const guesses = [
		{ TERM: "xterm-kitty" },
		{ TERM: "xterm-kitty", PI_NO_SYNC_OUTPUT: "1" },
		{ TERM: "xterm", PI_TUI_SYNC_OUTPUT: "1" },
		{ TERM: "tmux-256color", TMUX: "x", TERM_PROGRAM: "iTerm.app" },
		{ TERM: "xterm", TERM_FEATURES: "T2ScSy" },
		{ TERM: "xterm" },
	].map((env) => detectCapabilities(env).synchronizesOutput);
	expect(guesses).toEqual([true, false, true, false, true, false]);
});

test("multiplexers are recognized", () => {
	const found = [{ TMUX: "x" }, { TERM: "screen-256color" }, { ZELLIJ: "0" }, { TERM: "xterm" }].map(
		(env) => detectCapabilities(env).multiplexer,
	);
	expect(found).toEqual(["tmux", "screen", "zellij", undefined]);
});

verifies("tui:terminal:capabilities", () => {
	const seen = (env: Record<string, string>) => {
		const { colorDepth, synchronizesOutput, hyperlinks, imageProtocol, multiplexer } = detectCapabilities(env);
		return [colorDepth, synchronizesOutput, hyperlinks, imageProtocol, multiplexer];
	};
	expect([
		seen({ TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }),
		seen({ TERM: "xterm-kitty", PI_NO_SYNC_OUTPUT: "1", PI_FORCE_IMAGE_PROTOCOL: "none" }),
		seen({ TERM: "linux" }),
		seen({ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }),
		seen({ TERM: "tmux-256color", TMUX: "x", PI_FORCE_SYNC_OUTPUT: "1", PI_FORCE_IMAGE_PROTOCOL: "kitty" }),
		seen({ TERM: "xterm-256color", VTE_VERSION: "7600" }),
		seen({ TERM: "xterm", WT_SESSION: "x" }),
	]).toEqual([
		["truecolor", true, true, "kitty-placeholders", undefined],
		["truecolor", false, true, undefined, undefined],
		["256", false, false, undefined, undefined],
		["truecolor", true, true, "iterm2", undefined],
		["truecolor", true, false, "kitty", "tmux"],
		["truecolor", false, true, undefined, undefined],
		["truecolor", true, true, undefined, undefined],
	]);
});

test("terminals that print unknown queries are not asked", () => {
	const asked = [{ TERM: "dumb" }, { TERM: "xterm", TERM_PROGRAM: "Apple_Terminal" }].map((env) => {
		const { acceptsQueries, acceptsModeQueries } = detectCapabilities(env);
		return { acceptsQueries, acceptsModeQueries };
	});
	expect(asked).toEqual([
		{ acceptsQueries: false, acceptsModeQueries: false },
		{ acceptsQueries: true, acceptsModeQueries: false },
	]);
});

test("a background color is dark or light", () => {
	const appearances = ["rgb:1e1e/1e1e/2e2e", "rgb:ff/ff/ff", "#fafafa", "rgba:0/0/0/f"].map((text) => {
		const color = parseTerminalColor(text);
		return color && classifyBackground(color);
	});
	expect(appearances).toEqual(["dark", "light", "light", "dark"]);
	expect(parseTerminalColor("blue")).toBeUndefined();
	expect([
		appearanceFromColorFgBg("15;0"),
		appearanceFromColorFgBg("0;15"),
		appearanceFromColorFgBg(undefined),
	]).toEqual(["dark", "light", undefined]);
});
