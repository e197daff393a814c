import { expect, test } from "bun:test";
import { detectNotificationProtocol, mayKnowOsc99, notificationBytes } from "./notification.ts";

test("notifications use the terminal's protocol, and their text cannot end the sequence", () => {
	const found = [
		{ TERM: "xterm-kitty" },
		{ TERM: "foot" },
		{ TERM_PROGRAM: "iTerm.app" },
		{ TERM: "xterm" },
		{ TERM: "xterm-kitty", TMUX: "x" },
	].map((env) => ({ protocol: detectNotificationProtocol(env), asked: mayKnowOsc99(env) }));
	expect(found).toEqual([
		{ protocol: "osc99", asked: true },
		{ protocol: "osc777", asked: true },
		{ protocol: "osc9", asked: false },
		{ protocol: "bell", asked: false },
		{ protocol: "bell", asked: false },
	]);
	const bytes = (["osc99", "osc777", "osc9", "bell"] as const).map((protocol) =>
		notificationBytes(protocol, "a;\x07b", "c\nd"),
	);
	expect(bytes).toEqual([
		"\x1b]99;i=omp:d=0;a;b\x1b\\\x1b]99;i=omp:p=body;c d\x1b\\",
		"\x1b]777;notify;a,b;c d\x07",
		"\x1b]9;a;b - c d\x07",
		"\x07",
	]);
});
