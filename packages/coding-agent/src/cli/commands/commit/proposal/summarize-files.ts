import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { commitSettings } from "../../../../settings/sections/agent/commit.ts";
import { fileDiffText } from "./diff-text.ts";
import filePrompt from "./file-summary.md" with { type: "text" };
import type { ProposalOptions } from "./propose-commit.ts";

const charsPerToken = 3;
const deadlineMs = 180_000;

/** Whether the files are looked at one by one; one request is better where it sees everything. */
export function isLargeChange({ session, changes }: ProposalOptions, isTooLong: boolean): boolean {
	const { settings, host } = session;
	const forced = host.env.PI_COMMIT_MAP_REDUCE;
	const isOn = forced ? !/^(0|false|no|off)$/i.test(forced) : settings.get(commitSettings.mapReduceEnabled);
	const isMany = changes.units.length >= settings.get(commitSettings.mapReduceMinFiles);
	return isOn && isMany && (isTooLong || forced !== undefined);
}

/** What each file's change is about, in a few lines from a request of its own. */
export async function summarizeFiles(options: ProposalOptions): Promise<string> {
	const { changes, session, tell } = options;
	const { units, diffs } = changes;
	await tell(`● Looking at ${units.length} files…`);
	const waiting = [...diffs.keys()];
	const summaries = new Map<string, string>();
	const worker = async () => {
		for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
			summaries.set(path, await summarize(path, options));
	};
	await Promise.all(Array.from({ length: session.settings.get(commitSettings.mapReduceMaxConcurrency) }, worker));
	const parts = units.map(({ path, status }) => `${status} ${path}\n${summaries.get(path) ?? ""}`);
	return `<files>\n${parts.join("\n\n")}\n</files>`;
}

async function summarize(path: string, { session, model, changes }: ProposalOptions): Promise<string> {
	const { settings, conversation } = session;
	const limit = settings.get(commitSettings.mapReduceMaxFileTokens) * charsPerToken;
	const timeoutMs = settings.get(commitSettings.mapReduceTimeoutMs) || deadlineMs;
	const file = changes.diffs.get(path);
	if (!file) return "";
	const question = {
		systemPrompt: renderPrompt(filePrompt),
		text: `<diff>\n${fileDiffText(file).slice(0, limit)}\n</diff>`,
		maxTokens: model.reasoning ? 4096 : 400,
	};
	try {
		return (await conversation.aside.askAlone(question, model, AbortSignal.timeout(timeoutMs))).trim().slice(0, 1000);
	} catch {
		// The stat still names it.
		return "";
	}
}
