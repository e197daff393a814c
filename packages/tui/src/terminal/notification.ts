import type { Host } from "@oh-my-pi/pi-utils/host";
import { plainText } from "../text/sanitize.ts";

type Env = Host["env"];

/** How the terminal shows desktop notifications. */
export type NotificationProtocol = "osc99" | "osc777" | "osc9" | "bell";

/** A first guess; a terminal that replies to the OSC 99 query gets that. */
export function detectNotificationProtocol(env: Env): NotificationProtocol {
	const { TERM = "", TERM_PROGRAM = "" } = env;
	if (env.TMUX || env.STY || env.ZELLIJ) return "bell";
	if (env.KITTY_WINDOW_ID || TERM === "xterm-kitty") return "osc99";
	if (TERM_PROGRAM === "ghostty" || TERM === "xterm-ghostty" || TERM.startsWith("foot") || TERM.startsWith("rxvt")) {
		return "osc777";
	}
	if (TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" || env.ConEmuANSI === "ON") return "osc9";
	return "bell";
}

/** Whether the OSC 99 query is understood, or at least ignored. */
export function mayKnowOsc99(env: Env): boolean {
	return /kitty|foot|ghostty/.test(`${env.TERM ?? ""} ${env.TERM_PROGRAM ?? ""}`) && !env.TMUX;
}

export function notificationBytes(protocol: NotificationProtocol, title: string, body: string): string {
	const [head, text] = [title, body].map((part) => plainText(part).replaceAll("\n", " ")) as [string, string];
	switch (protocol) {
		case "osc99":
			return `\x1b]99;i=omp:d=0;${head}\x1b\\\x1b]99;i=omp:p=body;${text}\x1b\\`;
		case "osc777":
			// A semicolon would end the title.
			return `\x1b]777;notify;${head.replaceAll(";", ",")};${text}\x07`;
		case "osc9":
			return `\x1b]9;${head} - ${text}\x07`;
		case "bell":
			return "\x07";
	}
}
