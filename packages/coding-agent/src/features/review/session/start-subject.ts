import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import { isGitUntrusted } from "../../../trust/git/git-trust.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Change } from "../change/change.ts";
import { loadTarget } from "../change/load-target.ts";
import { describeTarget, parseTarget, type ReviewTarget } from "../change/review-target.ts";
import { findReview } from "./running-review.ts";

/** Starts a review in a session: the prompt of the command `review`, and a list for what reviewers report. */
export async function startSubject(
	session: OpenedConversation,
	words: string,
	{ isAtScreen }: { readonly isAtScreen: boolean },
): Promise<CommandOutcome> {
	const prompt = await session.fileCommands.find("review");
	if (!prompt) return notice("There is no prompt for reviews: a file of yours hides it", "warning");
	const target = parseTarget(words) ?? (words === "" ? ({ kind: "uncommitted" } as const) : undefined);
	const change = target && (await loadOrWarn(session, target));
	// A prompt of the user's own may look at something else.
	if (prompt.isBundled && change?.files.length === 0) return notice(nothingText(change));
	const { reportFindingTool } = await import("@oh-my-pi/pi-tools/report-finding/report-finding");
	const tools = [{ ...reportFindingTool(), loadMode: "essential" as const }];
	findReview(session).begin({ subject: target ? describeTarget(target) : words, change, tools });
	const argument = prompt.isBundled && target ? describeForModel(target, change) : words;
	const text = await session.fileCommands.prompt(prompt, argument);
	return { kind: "prompt", text: prompt.isBundled ? `${text.trimEnd()}\n\n${listing(isAtScreen)}` : text };
}

/** Only a screen shows the list by itself. */
function listing(isAtScreen: boolean): string {
	return isAtScreen
		? "The list of findings is shown to the user; do not repeat it."
		: "Before you end, list all findings, the worst first: priority, `path:line`, what goes wrong, what to do.";
}

function nothingText({ target, skipped }: Change): string {
	const files = skipped.map(({ path, reason }) => `${path} (${reason})`).join(", ");
	return `Nothing to review in ${describeTarget(target)}${files === "" ? "" : `: ${files}`}`;
}

/** Without git the model looks for the change by itself. */
async function loadOrWarn(session: OpenedConversation, target: ReviewTarget): Promise<Change | undefined> {
	const { trust, host, folder, conversation } = session;
	if (await isGitUntrusted(trust, host.env)) return undefined;
	try {
		return await loadTarget(target, { cwd: folder.path, env: host.env });
	} catch (error) {
		conversation.notify("warning", errorMessage(error), "review");
		return undefined;
	}
}

const maxNamed = 60;

function describeForModel(target: ReviewTarget, change: Change | undefined): string {
	const how = howToSee(target);
	if (!change) return how;
	const names = change.files.map(({ path }) => path);
	const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
	const skipped =
		change.skipped.length === 0
			? ""
			: `. Leave out, and do not read: ${change.skipped
					.slice(0, maxNamed)
					.map(({ path }) => path)
					.join(", ")}`;
	return `${how}: ${names.slice(0, maxNamed).join(", ")}${more}${skipped}`;
}

function howToSee(target: ReviewTarget): string {
	switch (target.kind) {
		case "uncommitted":
			return "the uncommitted changes of this repository (git status, git diff HEAD, untracked files)";
		case "staged":
			return "the staged changes of this repository (git diff --cached)";
		case "base":
			return `everything on the current branch that is not on ${target.ref} (git diff ${target.ref}...HEAD)`;
		case "commit":
			return `the commit ${target.ref} (git show ${target.ref})`;
		case "pr":
			return `pull request #${target.number} (gh pr diff ${target.number})`;
	}
}
