import type { UserRun } from "../../transcript/reduce/block.ts";

/** A command with `!`, or Python with `$` and a space. */
export type UserRunText = Pick<UserRun, "language" | "text" | "isPrivate">;

/** What a line wants run, if anything. `$HOME` is text; Python needs a space. */
export function parseUserRun(line: string): UserRunText | undefined {
	const input = line.trim();
	const command = /^(!{1,2})\s*([\s\S]+)$/.exec(input);
	if (command?.[2]) return { language: "bash", text: command[2], isPrivate: command[1] === "!!" };
	const code = /^(\${1,2})\s+([\s\S]+)$/.exec(input);
	if (code?.[2]) return { language: "python", text: code[2], isPrivate: code[1] === "$$" };
	return undefined;
}

/** What was meant for the shell or Python as plain text; `undefined` when it was not. */
export function withoutRunMark(draft: string): string | undefined {
	return userRunLanguage(draft) && draft.replace(/^(!{1,2}|\${1,2}\s)\s*/, "");
}

/** What the editor is about to run, going by how its text begins. */
export function userRunLanguage(draft: string): UserRunText["language"] | undefined {
	if (draft.startsWith("!")) return "bash";
	return /^\${1,2}\s/.test(draft) ? "python" : undefined;
}
