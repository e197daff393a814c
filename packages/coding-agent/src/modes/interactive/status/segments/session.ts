import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { StatusSegment } from "./segment.ts";

const shownIdLength = 8;

export const sessionSegment: StatusSegment = {
	name: "session",
	render: ({ sessionId }, { theme }) =>
		theme.muted(`${theme.symbol("icon.session")} ${sessionId.slice(-shownIdLength)}`),
};

export const sessionNameSegment: StatusSegment = {
	name: "session_name",
	render: ({ sessionName }, { theme }) => (sessionName ? theme.muted(plainText(sessionName)) : undefined),
};

export const hostnameSegment: StatusSegment = {
	name: "hostname",
	render: ({ hostname }, { theme }) =>
		hostname ? theme.muted(`${theme.symbol("icon.host")} ${hostname.split(".")[0]}`) : undefined,
};

export const piSegment: StatusSegment = {
	name: "pi",
	render: (_facts, { theme }) => theme.accent(theme.symbol("icon.pi")),
};
