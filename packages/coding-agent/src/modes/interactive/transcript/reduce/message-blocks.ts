import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type AssistantMessage, type ImageContent, joinText } from "@oh-my-pi/pi-ai/message";
import type {
	BashExecutionMessage,
	CustomMessage,
	PythonExecutionMessage,
	SessionMessage,
} from "@oh-my-pi/pi-session/entry/message";
import { remotePromptAuthor } from "../../../../conversation/history/remote-prompt.ts";
import type { Block, JobBlock } from "./block.ts";

/** The blocks a message opens; tool results are shown by the calls they answer. */
export function buildBlocks(agentMessage: AgentMessage, newId: () => string): Block[] {
	const message = agentMessage as SessionMessage;
	switch (message.role) {
		case "user":
			// What omp itself tells the model in a user's place is not for people.
			if (message.attribution === "agent") return [];
			return [
				{
					kind: "user",
					id: newId(),
					text: joinText(message.content),
					images: imagesIn(message.content),
					attachments: [],
					settled: true,
				},
			];
		case "assistant":
			return [{ kind: "assistant", id: newId(), message, revision: 0, settled: false }];
		case "custom":
			return message.display ? [customBlock(message, newId())] : [];
		case "fileMention": {
			const attachments = message.files.map(({ path, lineCount }) =>
				lineCount === undefined ? path : `${path} (${lineCount} lines)`,
			);
			return [{ kind: "user", id: newId(), text: "", images: [], attachments, settled: true }];
		}
		case "compactionSummary": {
			const { summary: text, tokensBefore } = message;
			return [{ kind: "summary", id: newId(), what: "compacted", text, tokensBefore, settled: true }];
		}
		case "branchSummary":
			return [{ kind: "summary", id: newId(), what: "branch summary", text: message.summary, settled: true }];
		case "bashExecution":
		case "pythonExecution":
			return [userRunBlock(message, newId())];
		default:
			return [];
	}
}

function userRunBlock(message: BashExecutionMessage | PythonExecutionMessage, id: string): Block {
	const { output, exitCode, cancelled, excludeFromContext } = message;
	const what =
		message.role === "bashExecution"
			? ({ language: "bash", text: message.command } as const)
			: ({ language: "python", text: message.code } as const);
	const end = { cancelled, ...(exitCode !== undefined && { exitCode }) };
	const run = { id, ...what, isPrivate: excludeFromContext ?? false, output, end };
	return { kind: "user_run", id, run, settled: true };
}

/** True when there is something of it to see. */
export function saysSomething({ content }: AssistantMessage): boolean {
	return content.some(
		(part) => (part.type === "text" && !isBlank(part.text)) || (part.type === "thinking" && !isBlank(part.thinking)),
	);
}

// Asked with every piece that arrives: looking through a long text each time would cost more and more.
const LONGEST_BLANK = 200;

function isBlank(text: string): boolean {
	return text.length <= LONGEST_BLANK && text.trim() === "";
}

function customBlock(message: CustomMessage, id: string): Block {
	const jobs = jobsIn(message);
	if (jobs) return { kind: "job", id, jobs, settled: true };
	const text = joinText(message.content);
	if (message.customType === "handoff") return { kind: "summary", id, what: "handoff", text, settled: true };
	const { customType, details } = message;
	const label = remotePromptAuthor(message) ?? customType;
	return { kind: "custom", id, label, text, ...(details !== undefined && { details }), settled: true };
}

function jobsIn({ customType, details }: CustomMessage): JobBlock["jobs"] | undefined {
	if (customType !== "async-result" || typeof details !== "object" || details === null) return undefined;
	return "jobs" in details && Array.isArray(details.jobs) ? details.jobs : undefined;
}

export function imagesIn(content: string | readonly { type: string }[]): ImageContent[] {
	if (typeof content === "string") return [];
	return content.filter((part): part is ImageContent => part.type === "image");
}
