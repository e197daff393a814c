import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { latestTodos, openTodos, tellsTodos } from "@oh-my-pi/pi-session/tree/todos";
import { isAsk } from "@oh-my-pi/pi-tools/services/question";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { estimateText } from "../context/estimate-tokens.ts";
import type { FileDetails } from "../event/compaction-result.ts";
import { type AnsweredCall, answeredCalls } from "../history/answered-calls.ts";
import { callFacts } from "../history/call-facts.ts";
import type { FailedCommand, Ledger } from "../history/ledger.ts";
import { cutMiddle } from "../history/serialize.ts";

export interface LedgerSources {
	/** The ledger of the last compaction. */
	readonly previous: Ledger;
	/** Messages that this compaction removes from the context. */
	readonly gone: readonly SessionMessage[];
	/** Everything since the last compaction. */
	readonly recent: readonly PathStep[];
	readonly files: FileDetails;
	/** The new summary; its decisions go into the ledger. */
	readonly summary: string;
	/** What is offered now, for what calls were about. */
	readonly tools?: readonly ToolTraits[];
}

const maxFiles = 40;

export function collectLedger({ previous, gone, recent, files, summary, tools }: LedgerSources): Ledger {
	const userTexts = gone.flatMap((message) =>
		message.role === "user" && message.attribution !== "agent" && !message.synthetic ? [joinText(message.content)] : [],
	);
	const calls = answeredCalls(gone);
	const answers = calls.filter(({ call, result }) => isAsk(call.name) && !result.isError);
	return {
		userWords: selectUserMessages([...previous.userWords, ...userTexts]),
		decisions: namedDecisions(previous.decisions, [...answeredBy(answers), ...statedIn(gone)], summary),
		openTodos: collectTodos(recent) ?? previous.openTodos,
		modifiedFiles: files.modifiedFiles.slice(-maxFiles),
		readFiles: files.readFiles.slice(-maxFiles),
		failedCommands: failedCommands(previous.failedCommands, calls, tools),
	};
}

/** Open todos; `undefined` when no recent entry has a list. */
function collectTodos(recent: readonly PathStep[]): string[] | undefined {
	if (!recent.some(tellsTodos)) return undefined;
	return openTodos(latestTodos(recent)).flatMap(({ name, tasks }) =>
		tasks.map(({ content, status }) => `${name}: ${content}${status === "pending" ? "" : ` (${status})`}`),
	);
}

const maxWordTokens = 2000;
const maxWordCharacters = 800;
/** Words for requirements and prohibitions in common languages. */
const demand =
	/\b(must|never|always|only|don'?t|do not|should|shouldn'?t|avoid|prefer|instead|keep|make sure|ensure|no more|without|require[ds]?|stop|nicht|nie|immer|nur|ne pas|jamais|toujours|nunca|siempre|solo)\b|不|别|必须|只|禁止|ない/i;

/** The user messages that fit: the first, then requirements, then the latest. */
export function selectUserMessages(messages: readonly string[]): string[] {
	const words = [...new Set(messages.map((text) => cutMiddle(text.trim(), maxWordCharacters)).filter(Boolean))];
	const byWeight = [...words.keys()].sort((a, b) => weight(words, b) - weight(words, a) || b - a);
	let left = maxWordTokens;
	const chosen = byWeight.filter((index) => {
		const cost = estimateText(words[index] ?? "") + 2;
		if (cost > left) return false;
		left -= cost;
		return true;
	});
	return chosen.sort((a, b) => a - b).flatMap((index) => words[index] ?? []);
}

function weight(words: readonly string[], index: number): number {
	if (index === 0) return 2;
	return demand.test(words[index] ?? "") ? 1 : 0;
}

const maxDecisions = 40;
const maxDecisionCharacters = 400;
const sections = ["Constraints & Preferences", "Key Decisions"];

/** What the model says when it decides: "I decide: …", "Decision: …". */
const decides = /^\W*(?:decision\s*:|(?:I|we)(?:'ve|\s+have)?\s+(?:decided?|chose|choose)\b)/i;

function statedIn(messages: readonly SessionMessage[]): string[] {
	return messages
		.flatMap((message) => (message.role === "assistant" ? joinText(message.content).split("\n") : []))
		.filter((line) => decides.test(line));
}

function answeredBy(answers: readonly AnsweredCall[]): string[] {
	return answers.map(({ result }) => `Asked, the user answered: ${joinText(result.content)}`);
}

/** Decisions: from the previous ledger, from what was said, and from the summary. */
function namedDecisions(previous: readonly string[], stated: readonly string[], summary: string): string[] {
	const all = [...previous, ...stated, ...sections.flatMap((title) => listItems(summary, title))];
	return [...new Set(all.map((text) => cutMiddle(text.trim(), maxDecisionCharacters)).filter(Boolean))].slice(
		-maxDecisions,
	);
}

/** The list items of a Markdown section, or its lines where it has no list. */
function listItems(markdown: string, title: string): string[] {
	const lines = markdown.split("\n");
	const start = lines.findIndex((line) => line.startsWith("## ") && line.slice(3).trim() === title);
	if (start === -1) return [];
	const rest = lines.slice(start + 1);
	const end = rest.findIndex((line) => /^(## |---)/.test(line));
	const body = rest.slice(0, end === -1 ? rest.length : end).map((line) => line.trim());
	return body.filter((line) => line !== "").map((line) => line.replace(/^(?:[-*]|\d+\.)\s+/, ""));
}

const maxCommands = 12;
const maxCommandCharacters = 240;

/** Commands whose last run failed, newest last. */
function failedCommands(
	previous: readonly FailedCommand[],
	calls: readonly AnsweredCall[],
	tools: readonly ToolTraits[] | undefined,
): FailedCommand[] {
	const failed = new Map(previous.map((failure) => [failure.command, failure]));
	for (const { call, result } of calls) {
		const { command: run } = callFacts(call, tools);
		if (run === undefined) continue;
		const command = shortened(run);
		failed.delete(command);
		if (hasFailed(result)) failed.set(command, { command, problem: lastWords(result) });
	}
	return [...failed.values()].slice(-maxCommands);
}

function hasFailed({ isError, details }: AnsweredCall["result"]): boolean {
	const exitCode = isRecord(details) ? details.exitCode : undefined;
	return isError || (typeof exitCode === "number" && exitCode !== 0);
}

/** The last line, where tools and compilers report the error. */
function lastWords({ content }: AnsweredCall["result"]): string {
	const lines = joinText(content).trim().split("\n");
	return shortened(lines.slice(-2).join("\n")) || "(no output)";
}

function shortened(text: string): string {
	return text.length > maxCommandCharacters ? `${text.slice(0, maxCommandCharacters)}…` : text;
}
