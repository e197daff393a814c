/** Which tools run without asking. Here, so that command line and settings need not load tools. */
export const approvalModes = ["always-ask", "write", "auto", "yolo"] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** Each mode for people: in the status line, and as a sentence. */
export const approvalModeWords: Readonly<Record<ApprovalMode, { readonly short: string; readonly sentence: string }>> =
	{
		"always-ask": { short: "ask all", sentence: "Ask before every edit and every command" },
		write: { short: "ask commands", sentence: "Ask before commands outside everyday project work" },
		auto: { short: "auto", sentence: "Ask only before something leaves the sandbox" },
		yolo: { short: "yolo", sentence: "Never ask" },
	};
