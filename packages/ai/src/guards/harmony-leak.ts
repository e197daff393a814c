import type { ToolCall } from "../message.ts";
import type { Model } from "../model/model.ts";

/** Models that sometimes leak control text into tool arguments. */
const suspects = /gpt-5|codex/i;
const address = /to=functions\.[A-Za-z_]\w*/g;
/** What precedes the address in a leak: channel names, or typical garbage. */
const channelWord = /(?:\b(?:analysis|commentary|final|assistant)|<\|[a-z]+\|>)[\s\W]*$/i;
const babble =
	/[\p{So}\p{Co}\ufffd]{2,}|[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]{2,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/u;
const lookBehindCharacters = 80;
/** The start of a patch operation, or its file. */
const operation = /^(?:\[.+\]|PUT |CUT |REM\b|MV |\*\*\* |@@)/;
const refusal =
	"Control text of the model leaked into the arguments, so nothing was run. Make the call again, with the arguments only.";

/**
 * Repairs a finished call with leaked control text. A patch keeps its operations before the leak; any other call is
 * replaced by one that the agent refuses with a request to repeat it.
 */
export function repairHarmonyLeak(call: ToolCall, model: Pick<Model, "id">): void {
	if (!suspects.test(model.id)) return;
	const { input } = call.arguments;
	const leakAt = typeof input === "string" ? findLeak(input) : undefined;
	if (typeof input === "string" && leakAt !== undefined) {
		const clean = cleanOperations(input.slice(0, leakAt));
		if (clean !== undefined) {
			call.arguments = { ...call.arguments, input: clean };
			return;
		}
	}
	if (leakAt !== undefined || holdsLeak(call.arguments)) {
		call.arguments = { __parseError: refusal, __rawJson: "(left out)" };
	}
}

function holdsLeak(value: unknown): boolean {
	if (typeof value === "string") return findLeak(value) !== undefined;
	if (typeof value !== "object" || value === null) return false;
	return Object.values(value).some(holdsLeak);
}

/** Start of the line with a leak. */
function findLeak(text: string): number | undefined {
	for (const { index } of text.matchAll(address)) {
		const lineStart = text.lastIndexOf("\n", index) + 1;
		const before = text.slice(Math.max(lineStart, index - lookBehindCharacters), index);
		if (channelWord.test(before) || babble.test(before)) return lineStart;
	}
	return undefined;
}

/** The text before the operation in which the leak began, if it is an operation. */
function cleanOperations(text: string): string | undefined {
	const lines = text.split("\n").slice(0, -1);
	const broken = lines.findLastIndex((line) => operation.test(line));
	const kept = lines.slice(0, Math.max(0, broken));
	// A file without operations would make the rest invalid.
	while (/^(?:\[.+\]|\*\*\* (?:Update|Add) File:)/.test(kept.at(-1) ?? "")) kept.pop();
	const isPatch = kept[0]?.startsWith("*** Begin Patch") ?? false;
	const hasOperation = kept.some((line) => operation.test(line) && !/^(?:\[.+\]|\*\*\* Begin Patch)/.test(line));
	if (!hasOperation) return undefined;
	return [...kept, ...(isPatch ? ["*** End Patch"] : []), ""].join("\n");
}
