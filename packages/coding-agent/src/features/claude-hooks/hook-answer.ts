import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ShellCommandResult } from "../../process/run-shell-command.ts";
import type { HookEvent } from "./hook-settings.ts";

/** What one or several hooks want. */
export interface HookAnswer {
	/** Why something must not happen, or not end. */
	readonly block?: string;
	readonly permission?: "allow" | "ask";
	readonly updatedInput?: Readonly<Record<string, unknown>>;
	/** For the model. */
	readonly context: readonly string[];
	/** Ends the run, and why. */
	readonly stop?: string;
	/** For the user. */
	readonly notices: readonly string[];
	/** It did not work; for the user. */
	readonly failure?: string;
}

/** Exit code 2 blocks with what is on stderr; with 0 the output may be JSON; anything else is a failure of the hook. */
export function readAnswer(event: HookEvent, command: string, run: ShellCommandResult): HookAnswer {
	const { exitCode, stdout, stderr } = run;
	const none = { context: [], notices: [] };
	if (exitCode === 2) return { ...none, block: stderr.trim() || `Blocked by the ${event} hook ${command}` };
	if (exitCode !== 0) {
		const how = exitCode === undefined ? "was stopped: it took too long" : `failed with exit code ${exitCode}`;
		const [line = ""] = stderr.trim().split("\n");
		return { ...none, failure: `The ${event} hook ${command} ${how}${line && `: ${line}`}` };
	}
	const reply = parsed(stdout.trim());
	if (!reply) {
		const isContext = event === "UserPromptSubmit" || event === "SessionStart" || event === "PreCompact";
		return { ...none, context: isContext && stdout.trim() !== "" ? [stdout.trim()] : [] };
	}
	const specific = isRecord(reply.hookSpecificOutput) ? reply.hookSpecificOutput : {};
	// `PermissionRequest` has an object: `{ behavior, message }`.
	const request = isRecord(specific.decision) ? specific.decision : {};
	const decision = request.behavior ?? specific.permissionDecision ?? reply.decision;
	const reason = textOf(request.message) ?? textOf(specific.permissionDecisionReason) ?? textOf(reply.reason);
	const context = textOf(specific.additionalContext) ?? textOf(reply.additionalContext);
	const message = textOf(reply.systemMessage);
	const isBlocked = decision === "block" || decision === "deny";
	return {
		context: context === undefined ? [] : [context],
		notices: message === undefined ? [] : [message],
		...(isBlocked && { block: reason ?? `Blocked by the ${event} hook ${command}` }),
		...((decision === "allow" || decision === "approve") && { permission: "allow" }),
		...(decision === "ask" && { permission: "ask" }),
		...(isRecord(specific.updatedInput) && { updatedInput: specific.updatedInput }),
		...(reply.continue === false && { stop: textOf(reply.stopReason) ?? `Stopped by the ${event} hook ${command}` }),
	};
}

/** The first refusal counts, and a question more than a permission. */
export function joinAnswers(answers: readonly HookAnswer[]): HookAnswer {
	const [block, stop] = [answers.find((one) => one.block)?.block, answers.find((one) => one.stop)?.stop];
	const updatedInput = answers.findLast((one) => one.updatedInput)?.updatedInput;
	const permissions = answers.flatMap(({ permission }) => permission ?? []);
	const permission = permissions.includes("ask") ? "ask" : permissions[0];
	return {
		context: answers.flatMap(({ context }) => context),
		notices: answers.flatMap(({ notices, failure }) => [...notices, ...(failure === undefined ? [] : [failure])]),
		...(block !== undefined && { block }),
		...(stop !== undefined && { stop }),
		...(updatedInput && { updatedInput }),
		...(permission && { permission }),
	};
}

function parsed(text: string): Record<string, unknown> | undefined {
	if (!text.startsWith("{")) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// Plain text that looks like it.
		return undefined;
	}
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
