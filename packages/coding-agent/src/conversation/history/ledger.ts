import { joinText, type Message } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export interface FailedCommand {
	readonly command: string;
	readonly problem: string;
}

/** Facts that must survive every compaction. Collected from the log, not written by a model. */
export interface Ledger {
	/** Verbatim user messages: goals, requirements, prohibitions. */
	readonly userWords: readonly string[];
	/** Constraints and decisions from summaries and from answers of the user. */
	readonly decisions: readonly string[];
	readonly openTodos: readonly string[];
	readonly modifiedFiles: readonly string[];
	readonly readFiles: readonly string[];
	/** Commands that have not succeeded since. */
	readonly failedCommands: readonly FailedCommand[];
}

export const emptyLedger: Ledger = {
	userWords: [],
	decisions: [],
	openTodos: [],
	modifiedFiles: [],
	readFiles: [],
	failedCommands: [],
};

/** Key of the ledger in a compaction's `preserveData`. */
export const ledgerKey = "ledger";

/** The ledger of a compaction; empty when it has none or an invalid one. */
export function readLedger(preserveData: Readonly<Record<string, unknown>> | undefined): Ledger {
	const value = preserveData?.[ledgerKey];
	if (!isRecord(value)) return emptyLedger;
	const failed = Array.isArray(value.failedCommands) ? value.failedCommands.filter(isFailedCommand) : [];
	return {
		userWords: strings(value.userWords),
		decisions: strings(value.decisions),
		openTodos: strings(value.openTodos),
		modifiedFiles: strings(value.modifiedFiles),
		readFiles: strings(value.readFiles),
		failedCommands: failed,
	};
}

const heading = "Kept word for word beside the summary. Where the two differ, this holds.";

/** The ledger as text for the model; empty without facts. */
export function renderLedger(ledger: Ledger): string {
	const commands = ledger.failedCommands.map(
		({ command, problem }) => `\`${escapeNewlines(command)}\`: ${escapeNewlines(problem)}`,
	);
	const parts = [
		part("What the user said", ledger.userWords.map(escapeNewlines)),
		part("Constraints and decisions", ledger.decisions.map(escapeNewlines)),
		part("Open todos", ledger.openTodos.map(escapeNewlines)),
		part("Files changed", ledger.modifiedFiles),
		part("Files read", ledger.readFiles),
		part("Commands that failed and have not worked since", commands),
	].filter((text) => text !== "");
	return parts.length === 0 ? "" : ["<ledger>", heading, ...parts, "</ledger>"].join("\n");
}

function part(title: string, lines: readonly string[]): string {
	return lines.length === 0 ? "" : [`# ${title}`, ...lines.map((line) => `- ${line}`)].join("\n");
}

function escapeNewlines(text: string): string {
	return text
		.trim()
		.replace(/\s*\n\s*/g, " ⏎ ")
		.replaceAll("</ledger>", "<\\/ledger>");
}

function strings(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function isFailedCommand(value: unknown): value is FailedCommand {
	return isRecord(value) && typeof value.command === "string" && typeof value.problem === "string";
}

/** Lines of the ledger missing from these messages. */
export function missingFromLedger(ledger: Ledger, sent: readonly Message[]): string[] {
	const sentText = sent
		.flatMap((message) => (message.role === "assistant" ? [] : [joinText(message.content)]))
		.join("\n");
	return renderLedger(ledger)
		.split("\n")
		.filter((line) => line.startsWith("- ") && !sentText.includes(line));
}
