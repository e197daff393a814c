import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type AssistantMessage, joinText } from "@oh-my-pi/pi-ai/message";
import type { AgentProgress, ProgressStatus } from "@oh-my-pi/pi-tools/services/agent-service";
import type { ConversationEvent } from "../../conversation/event/event.ts";

export interface TrackedFacts
	extends Pick<
		AgentProgress,
		| "index"
		| "id"
		| "agent"
		| "agentSource"
		| "task"
		| "assignment"
		| "description"
		| "modelOverride"
		| "modelRole"
		| "resolvedModel"
		| "resolvedModelIsFallback"
		| "contextWindow"
	> {}

const coalesceMs = 150;
const maxOutputLines = 8;
const maxOutputChars = 8 * 1024;
const maxRecentTools = 5;
const maxArgumentChars = 120;

/** Follows the events of a sub-agent and reports its state: at once at tool boundaries, otherwise every 150 ms. */
export class ProgressTracker {
	readonly #facts: TrackedFacts;
	readonly #now: () => number;
	readonly #report: (progress: AgentProgress) => void;
	readonly #handsIn: (toolName: string) => ToolTraits["handsIn"];
	readonly #findings: unknown[] = [];
	#hasHandedIn = false;
	readonly #startedAt: number;
	readonly #recentTools: Array<AgentProgress["recentTools"][number]> = [];
	readonly #extracted: Record<string, unknown[]> = {};
	/** Calls that run now, oldest first. */
	readonly #running = new Map<string, { readonly tool: string; readonly args: string; readonly startMs: number }>();
	#status: ProgressStatus = "pending";
	#lastIntent: string | undefined;
	#output = "";
	#streaming: AssistantMessage | undefined;
	#toolCount = 0;
	#requests = 0;
	#tokens = 0;
	#cost = 0;
	#contextTokens: number | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#lastReportAt = Number.NEGATIVE_INFINITY;
	#endedAt: number | undefined;

	constructor(
		facts: TrackedFacts,
		now: () => number,
		report: (progress: AgentProgress) => void,
		/** What the calls of a tool hand in, by its name. */
		handsIn: (toolName: string) => ToolTraits["handsIn"],
	) {
		this.#handsIn = handsIn;
		this.#facts = facts;
		this.#now = now;
		this.#report = report;
		this.#startedAt = now();
	}

	/** What it has found on the way. */
	get findings(): readonly unknown[] {
		return this.#findings;
	}

	/** Whether it has handed in a result, or a part of one. */
	get hasHandedIn(): boolean {
		return this.#hasHandedIn;
	}

	begin(): void {
		this.#status = "running";
		this.#flush();
	}

	end(status: ProgressStatus): void {
		this.#status = status;
		this.#endedAt = this.#now();
		this.#running.clear();
		this.#flush();
	}

	observe(event: ConversationEvent): void {
		switch (event.type) {
			case "tool_execution_start":
				this.#toolCount++;
				this.#lastIntent = event.intent || this.#lastIntent;
				this.#running.set(event.toolCallId, {
					tool: event.toolName,
					args: argumentsText(event.args),
					startMs: this.#now(),
				});
				this.#flush();
				break;
			case "tool_execution_end":
				this.#endTool(event);
				break;
			case "message_update":
				this.#streaming = event.message;
				this.#soon();
				break;
			case "message_end":
				this.#streaming = undefined;
				if (event.message.role === "assistant" && "usage" in event.message) this.#count(event.message);
				this.#soon();
				break;
			default:
		}
	}

	get progress(): AgentProgress {
		const current = [...this.#running.values()].at(-1);
		return {
			...this.#facts,
			status: this.#status,
			...(this.#lastIntent !== undefined && { lastIntent: this.#lastIntent }),
			...(current && {
				currentTool: current.tool,
				currentToolArgs: current.args,
				currentToolStartMs: current.startMs,
			}),
			recentTools: [...this.#recentTools],
			recentOutput: lastLines(this.#outputSoFar),
			toolCount: this.#toolCount,
			requests: this.#requests,
			tokens: this.#tokens,
			cost: this.#cost,
			durationMs: (this.#endedAt ?? this.#now()) - this.#startedAt,
			...(this.#contextTokens !== undefined && { contextTokens: this.#contextTokens }),
			...(Object.keys(this.#extracted).length > 0 && { extractedToolData: { ...this.#extracted } }),
		};
	}

	get #outputSoFar(): string {
		if (!this.#streaming) return this.#output;
		return `${this.#output}\n${joinText(this.#streaming.content).slice(-maxOutputChars)}`;
	}

	#endTool(event: Extract<ConversationEvent, { type: "tool_execution_end" }>): void {
		const call = this.#running.get(event.toolCallId);
		this.#running.delete(event.toolCallId);
		if (call) this.#recentTools.push({ tool: call.tool, args: call.args, endMs: this.#now() });
		if (this.#recentTools.length > maxRecentTools) this.#recentTools.shift();
		const kind = this.#handsIn(event.toolName);
		if (kind && !event.isError && event.result.details !== undefined) {
			if (kind === "finding") this.#findings.push(event.result.details);
			else this.#hasHandedIn = true;
			const list = this.#extracted[event.toolName] ?? [];
			list.push(event.result.details);
			this.#extracted[event.toolName] = list;
		}
		this.#flush();
	}

	#count(
		message: Extract<Extract<ConversationEvent, { type: "message_end" }>["message"], { role: "assistant" }>,
	): void {
		const { usage } = message;
		this.#requests++;
		this.#tokens += usage.totalTokens;
		this.#cost += usage.cost.total;
		if (usage.totalTokens > 0) this.#contextTokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
		const text = joinText(message.content);
		if (text !== "") this.#output = `${this.#output}\n${text}`.slice(-maxOutputChars);
	}

	#soon(): void {
		if (this.#timer !== undefined || this.#endedAt !== undefined) return;
		const wait = Math.max(0, this.#lastReportAt + coalesceMs - this.#now());
		if (wait === 0) {
			this.#flush();
			return;
		}
		this.#timer = setTimeout(() => this.#flush(), wait);
		this.#timer.unref?.();
	}

	#flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#lastReportAt = this.#now();
		this.#report(this.progress);
	}
}

function lastLines(text: string): string[] {
	return text
		.split("\n")
		.filter((line) => line.trim() !== "")
		.slice(-maxOutputLines);
}

function argumentsText(args: unknown): string {
	if (typeof args !== "object" || args === null) return "";
	const { i: _, ...rest } = args as Readonly<Record<string, unknown>>;
	const [first] = Object.values(rest);
	const text = typeof first === "string" ? first : JSON.stringify(rest);
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > maxArgumentChars ? `${line.slice(0, maxArgumentChars)}…` : line;
}
