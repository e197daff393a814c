import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { withIntents } from "@oh-my-pi/pi-agent-core/tools/intent";
import type { AssistantMessage, Message, UserContent, UserMessage } from "@oh-my-pi/pi-ai/message";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { CompactionSummaryMessage, CustomMessage, SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { visibleName } from "@oh-my-pi/pi-utils/text/visible-name";
import { withoutFilesTag } from "./files-tag.ts";
import { type ImageHistory, readImageHistory } from "./image-history.ts";
import { readLedger, renderLedger } from "./ledger.ts";
import { readNativeHistory } from "./native-history.ts";
import { remotePromptAuthor } from "./remote-prompt.ts";

type AppMessage = Exclude<SessionMessage, Message>;
/** Name of `custom` in older sessions. */
type HookMessage = Omit<CustomMessage, "role"> & { readonly role: "hookMessage" };

const steeringNotice =
	"<system-notice>The user sent this while you were working. It takes priority over what you were doing.</system-notice>";
const imagesLead =
	"Earlier work of this conversation follows, partly as images of its text, where ¶ ends a line. Build on it and do not repeat it.";
const keptLead =
	"Earlier work of this conversation follows as text, where ¶ ends a line. Build on it and do not repeat it.";
const summaryLead = "Earlier work of this conversation was condensed. Build on it and do not repeat it.";

interface ConvertOptions {
	/** Sends the text of a history that was kept as images. */
	readonly withoutImages?: boolean;
	/** Calls say what they are for, as the schemas ask. */
	readonly withIntents?: boolean;
}

/** Converts the history for a model: application messages become text or are left out. */
export function convertToLlm(messages: readonly AgentMessage[], options: ConvertOptions = {}): Message[] {
	return messages.flatMap((message) => {
		if (!isLlmMessage(message)) return fromApp(message as AppMessage | HookMessage, options);
		if (message.role === "assistant" && isEmptyFailure(message)) return [];
		if (message.role === "assistant") return [options.withIntents ? withIntents(message) : message];
		return [message.role === "user" && message.steering ? withNotice(message) : message];
	});
}

/** The marker of an aborted run, which is not sent. */
function isEmptyFailure({ content, stopReason }: AssistantMessage): boolean {
	return content.length === 0 && (stopReason === "aborted" || stopReason === "error");
}

function withNotice(message: UserMessage): UserMessage {
	const notice = { type: "text" as const, text: steeringNotice };
	const content =
		typeof message.content === "string" ? [{ type: "text" as const, text: message.content }] : message.content;
	return { ...message, content: [notice, ...content] };
}

function fromApp(message: AppMessage | HookMessage, options: ConvertOptions): Message[] {
	const { timestamp } = message;
	const user = (content: UserContent): Message[] => [{ role: "user", content, timestamp }];
	switch (message.role) {
		case "custom":
		case "hookMessage":
			if (remotePromptAuthor(message) !== undefined) return [{ role: "user", content: message.content, timestamp }];
			return [{ role: "developer", content: message.content, timestamp }];
		case "bashExecution":
			return message.excludeFromContext ? [] : user(ranText(`Ran \`${message.command}\``, message));
		case "pythonExecution":
			return message.excludeFromContext
				? []
				: user(ranText(`Ran Python:\n\`\`\`python\n${message.code}\n\`\`\`\nOutput:`, message));
		case "fileMention":
			return user(
				message.files.flatMap((file) => [
					{ type: "text" as const, text: `<file path="${visibleName(file.path)}">\n${file.content}\n</file>` },
					...(file.image ? [file.image] : []),
				]),
			);
		case "branchSummary":
			return user(summaryText(message.summary));
		case "compactionSummary":
			return compacted(message, options);
		default:
			// Ignore unknown roles.
			message satisfies never;
			return [];
	}
}

/** With the provider's own compaction items, the ledger is still sent as text. */
function compacted(message: CompactionSummaryMessage, options: ConvertOptions): UserMessage[] {
	const { summary, preserveData, timestamp } = message;
	const native = readNativeHistory(preserveData);
	if (!native) return [{ role: "user", content: compactedContent(message, options), timestamp }];
	const { provider, items } = native;
	const ledger = renderLedger(readLedger(preserveData));
	const past: UserMessage = {
		role: "user",
		content: summaryText(summary),
		providerItems: { provider, items },
		timestamp,
	};
	return ledger === "" ? [past] : [past, { role: "user", content: ledger, timestamp }];
}

/** The summary, or the history kept as images or text, and the ledger. */
function compactedContent(
	{ summary, preserveData }: CompactionSummaryMessage,
	{ withoutImages }: ConvertOptions,
): UserContent {
	const facts = readLedger(preserveData);
	const ledger = renderLedger(facts);
	const images = readImageHistory(preserveData);
	// The ledger names the files, and more of them.
	const namesFiles = facts.modifiedFiles.length + facts.readFiles.length > 0;
	if (!images) return [summaryText(namesFiles ? withoutFilesTag(summary) : summary), ledger].join("\n\n").trim();
	if (images.frames.length === 0 || (withoutImages && images.text !== "")) {
		return [`${keptLead}\n\n${images.text}`, ledger].join("\n\n").trim();
	}
	return imageContent(images, ledger);
}

function imageContent({ head, frames, tail }: ImageHistory, ledger: string): UserContent {
	const text = (words: string) => ({ type: "text" as const, text: words });
	const after = [tail, ledger].join("\n\n").trim();
	return [text(`${imagesLead}\n\n${head}`.trim()), ...frames, ...(after === "" ? [] : [text(after)])];
}

function summaryText(summary: string): string {
	return `${summaryLead}\n\n<summary>\n${summary}\n</summary>`;
}

interface Execution {
	readonly output: string;
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly truncated: boolean;
	readonly artifactId?: string;
}

function ranText(what: string, run: Execution): string {
	const lines = [what, "```", run.output, "```"];
	if (run.cancelled) lines.push("(command cancelled)");
	else if (run.exitCode !== undefined && run.exitCode !== 0) lines.push(`Command exited with code ${run.exitCode}`);
	if (run.truncated && run.artifactId) lines.push(`[Output truncated. Full output: artifact://${run.artifactId}]`);
	return lines.join("\n");
}

/** Puts facts that change from run to run into the first user message, so that everything before it stays cached. */
export function withReminder(messages: readonly Message[], reminder: string): Message[] {
	// Provider items replace the text of their message, so the reminder would be lost there.
	const first = messages.findIndex((message) => message.role === "user" && !message.providerItems);
	const message = messages[first];
	if (message?.role !== "user") return [...messages];
	const text = { type: "text" as const, text: reminder };
	const content =
		typeof message.content === "string"
			? [{ type: "text" as const, text: joinText(message.content) }]
			: message.content;
	return messages.with(first, { ...message, content: [text, ...content] });
}
