import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { ApprovalChoice, ApprovalQuestion, RuleScope } from "../../conversation/approval/approval-question.ts";

/** A choice in words, with its key. One that `needsEnter` is only selected by its key, so that no letter allows more than one call. */
export interface ChoiceWords {
	readonly key: string;
	readonly label: string;
	readonly needsEnter?: boolean;
}

const allCalls: Readonly<Record<string, string>> = {
	bash: "all bash commands",
	edit: "all edits",
	write: "all files written",
};

export function choiceWords(choice: ApprovalChoice, { toolName, label, tier, rule }: ApprovalQuestion): ChoiceWords {
	const all = allCalls[toolName] ?? `all calls of ${label ?? toolName}`;
	switch (choice) {
		case "approve":
			return { key: "y", label: "Yes, this once" };
		case "always-rule":
			if (tier === "network") return { key: "r", label: `Yes, and ${rule?.suggestion} in this session or project…` };
			return { key: "r", label: `Yes, and always allow ${rule?.suggestion ?? "commands like this"}…` };
		case "approve-session":
			return { key: "s", label: `Yes, and ${all} in this session`, needsEnter: true };
		case "always-project":
			return { key: "p", label: `Yes, and ${all} in this project`, needsEnter: true };
		case "always":
			return { key: "a", label: `Yes, and ${all}, saved globally`, needsEnter: true };
		case "deny":
			return { key: "n", label: "No" };
		case "deny-with-feedback":
			return { key: "f", label: "No, and tell the model what to do instead…" };
	}
}

export const feedbackPrompt = "Tell the model what to do instead";

export const scopeWords: Readonly<Record<RuleScope, string>> = {
	session: "this session",
	project: "this project",
	everywhere: "everywhere",
};

const tierWords = {
	read: " Wants to read",
	network: " Leaves this machine",
	write: " Wants to edit a file",
	exec: "",
} as const;

/** What is asked, as a heading, and the lines that show what the call would do. */
export function formatHeading(question: ApprovalQuestion): {
	readonly heading: string;
	readonly body: readonly string[];
	/** The file, if it is about one. */
	readonly path?: string;
} {
	const { toolName, label, tier, details } = question;
	const lines = details.flatMap((line) => visibleText(line).split("\n"));
	const command = /^Command: (.*)$/.exec(lines[0] ?? "")?.[1];
	if (command !== undefined) return { heading: "Run this command?", body: [`$ ${command}`, ...lines.slice(1)] };
	const overwritten = /^Overwrites: (.*)$/.exec(lines[0] ?? "")?.[1];
	if (overwritten !== undefined) {
		return {
			heading: `Overwrite ${overwritten}?${lineCounts(lines.slice(1))}`,
			body: lines.slice(1),
			path: overwritten,
		};
	}
	const paths = lines.flatMap((line) => /^Path: (.*)$/.exec(line)?.[1] ?? []);
	const [path] = paths;
	if (path === undefined || paths.length > 1 || !lines[0]?.startsWith("Path: ")) {
		return { heading: `Allow ${label ?? toolName}?${tierWords[tier]}`, body: lines };
	}
	const body = lines.slice(1);
	if (toolName === "write") return { heading: `Write ${path}?`, body, path };
	return { heading: `Edit ${path}?${lineCounts(body)}`, body, path };
}

function lineCounts(body: readonly string[]): string {
	const added = body.filter((line) => /^\+(?!\+\+ )/.test(line)).length;
	const removed = body.filter((line) => /^-(?!-- )/.test(line)).length;
	return ` +${added} −${removed}`;
}
