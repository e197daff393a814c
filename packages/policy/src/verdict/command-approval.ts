import { readFileSync, statSync } from "node:fs";
import type { Approval } from "../approval.ts";
import { judgeLine } from "../auto-approval/check-line.ts";
import { takeLeadingCd } from "../parse/leading-cd.ts";
import { parseScript } from "../parse/parse.ts";
import type { SimpleCommand } from "../parse/syntax.ts";
import { findIsolatedPlace, namesOrigin } from "../paths/isolated-copy.ts";
import type { PathBase } from "../paths/resolve-path.ts";
import { isOneCommand } from "../rules/command-rules.ts";
import { suggestRule } from "../rules/offer-rule.ts";
import type { WorkTree } from "../work-tree/work-tree.ts";
import { type CommandDecision, type DecisionOptions, decideCommand, freeContext } from "./command-decision.ts";

export type ApprovalOptions = Omit<DecisionOptions, "readScript">;

/**
 * The decision about a command line in the words of tools. What is known to be harmless counts as `write`, so it asks in
 * `always-ask` only; what a rule of the user's allows counts as `read`, which asks nowhere.
 */
export function commandApproval(command: string, options: ApprovalOptions): Approval {
	return approvalFor(decideCommand(command, { ...options, readScript }), options);
}

/** An isolated sub-agent keeps to its copy of the project. A folder to change into first is mapped into the copy. */
export function refusedInCopy(line: string, checked: "whole-line" | "after-cd", place: PathBase): Approval | undefined {
	if (!findIsolatedPlace(place.cwd)) return undefined;
	const reason = namesOrigin(checked === "after-cd" ? takeLeadingCd(line).command : line, place);
	return reason === undefined ? undefined : { tier: "exec", policy: "deny", reason };
}

/** The same, with a look at the files that a command would delete or overwrite. */
export async function commandApprovalIn(
	tree: WorkTree | undefined,
	command: string,
	options: ApprovalOptions,
): Promise<Approval> {
	const decision = decideCommand(command, { ...options, readScript });
	if (decision.kind !== "ask" || !decision.losses || !tree) return approvalFor(decision, options);
	const lost = await tree.losses(decision.losses);
	return lost === undefined ? "write" : approvalFor({ ...decision, reason: `Work would be lost: ${lost}` }, options);
}

function approvalFor(decision: CommandDecision, { isBoxed }: Pick<ApprovalOptions, "isBoxed">): Approval {
	const { reason } = decision;
	if (decision.kind === "allowed") return decision.isByRule ? "read" : "write";
	if (decision.kind === "refused") return { tier: "exec", policy: "deny", reason };
	switch (decision.when) {
		case "by-mode":
			return { tier: "exec", reason, ...(isBoxed && { isBoxed }) };
		case "but-yolo":
			return { tier: "exec", override: true, reason };
		case "always":
			return { tier: "exec", policy: "prompt", reason };
		case "always-and-critical":
			return { tier: "exec", override: true, policy: "prompt", reason };
	}
}

const maxScriptBytes = 256 * 1024;

/** The text of a shell script on disk; nothing for other files, which are not read. */
function readScript(path: string): string | undefined {
	try {
		const facts = statSync(path);
		if (!facts.isFile() || facts.size > maxScriptBytes) return undefined;
		const text = readFileSync(path, "utf8");
		return /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text) || /\.(?:ba|z)?sh$/.test(path) || !/^#!|\0/.test(text)
			? text
			: undefined;
	} catch {
		// What cannot be read is not run either, or asked about as a file that is not known.
		return undefined;
	}
}

/** A rule for the one part of a line that needs one, as a suggestion that can be edited. */
export function suggestedRule(
	command: string,
	options: DecisionOptions,
): { call: string; suggestion: string } | undefined {
	const line = command.trim();
	const { objections } = judgeLine(line, freeContext(options));
	const parts = [...new Set(objections.map((objection) => objection.command))];
	const [part] = parts;
	if (part !== undefined && parts.length === 1 && isOneCommand(part.raw))
		return { call: part.raw, suggestion: suggestRule(part) };
	if (objections.length > 0) return isOneCommand(line) ? { call: line, suggestion: line } : undefined;
	const only = isOneCommand(line) ? simpleCommand(line) : undefined;
	if (only) return { call: line, suggestion: suggestRule(only) };
	// Of several harmless commands only the very same line can be allowed.
	return line.length <= maxRuleChars && !/[\n*]/.test(line) ? { call: line, suggestion: line } : undefined;
}

const maxRuleChars = 200;

function simpleCommand(line: string): SimpleCommand | undefined {
	const stage = parseScript(line).items[0]?.pipeline.stages[0];
	return stage?.kind === "simple" ? stage : undefined;
}
