import { textOf } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-session/entry";
import type { AnsweredCall } from "../answered-calls.ts";
import type { FailedCommand } from "./ledger.ts";

const maxCommands = 12;
const maxCharacters = 240;

/** The commands whose last run failed, the latest last. */
export function failedCommands(previous: readonly FailedCommand[], calls: readonly AnsweredCall[]): FailedCommand[] {
	const failed = new Map(previous.map((failure) => [failure.command, failure]));
	for (const { call, result } of calls) {
		if (call.name !== "bash" || typeof call.arguments.command !== "string") continue;
		const command = shortened(call.arguments.command);
		failed.delete(command);
		if (hasFailed(result)) failed.set(command, { command, problem: lastWords(result) });
	}
	return [...failed.values()].slice(-maxCommands);
}

function hasFailed({ isError, details }: AnsweredCall["result"]): boolean {
	const exitCode = isRecord(details) ? details.exitCode : undefined;
	return isError || (typeof exitCode === "number" && exitCode !== 0);
}

/** Tools and compilers say last what went wrong. */
function lastWords({ content }: AnsweredCall["result"]): string {
	const lines = textOf(content).trim().split("\n");
	return shortened(lines.slice(-2).join("\n")) || "(no output)";
}

function shortened(text: string): string {
	return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
