import type { AgentTool, ToolOutput, ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import { contentBlocks } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { OfferedTool, ServedCall, ServedTools } from "@oh-my-pi/pi-mcp/serve/served-client";
import type { CallResult } from "@oh-my-pi/pi-mcp/server/server-messages";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { ApprovalPort } from "../../conversation/approval/approval-question.ts";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import { rpcFrontEnd } from "../dialog-front-end.ts";
import { formDialogs } from "../form-dialogs.ts";
import { askTool, listProblems, parseAsked, runAsk, text } from "./ask.ts";
import { callDialogs } from "./call-dialogs.ts";
import { isReadOnly, type LimitedSession, startLimited } from "./limited-session.ts";
import type { PromptQueue } from "./prompt-queue.ts";

const maxProgressChars = 500;

type Args = Readonly<Record<string, unknown>>;

export interface ToolsPorts {
	/** Shared by all clients. */
	readonly queue: PromptQueue;
	/** What omp would say at a terminal. */
	readonly say: (line: string) => void;
}

/** Tools of omp for one client: each call runs in one conversation that no model takes part in; `ask` opens its own. */
export class OmpTools implements ServedTools {
	readonly #host: Host;
	readonly #options: LaunchOptions;
	readonly #ports: ToolsPorts;
	readonly #calls = new Map<string, ServedCall>();
	#opening: Promise<LimitedSession> | undefined;

	constructor(host: Host, options: LaunchOptions, ports: ToolsPorts) {
		this.#host = host;
		this.#options = options;
		this.#ports = ports;
	}

	/** Opens the conversation of the tools. Rejects when a tool is unknown. */
	open(): Promise<LimitedSession> {
		this.#opening ??= this.#open();
		return this.#opening;
	}

	async list(): Promise<readonly OfferedTool[]> {
		const { tools } = await this.open();
		return [...tools().filter(isOffered).map(offered), askTool];
	}

	async call(name: string, args: Args, call: ServedCall): Promise<CallResult | undefined> {
		try {
			if (name === askTool.name) return await this.#ask(args, call);
			const { session, tools } = await this.open();
			if (!tools().some((tool) => tool.name === name && isOffered(tool))) return undefined;
			const id = this.#host.newId();
			this.#calls.set(id, call);
			try {
				const { signal } = call;
				const onProgress = ({ content }: ToolResult) => tell(call, content);
				const toolCall = { type: "toolCall", id, name, arguments: { ...args } } as const;
				return resultOf(await session.conversation.callTool(toolCall, { signal, onProgress }));
			} finally {
				this.#calls.delete(id);
			}
		} catch (error) {
			return { ...text(errorMessage(error)), isError: true };
		}
	}

	async close(): Promise<void> {
		const opened = await this.#opening?.catch(() => undefined);
		await opened?.session.conversation.dispose("client left");
		await opened?.session.settings.flush();
	}

	async #open(): Promise<LimitedSession> {
		// A tool that calls another one asks the client that called the first.
		const buildCall = (id?: string) => this.#calls.get(id ?? "") ?? [...this.#calls.values()].at(-1);
		const { newId } = this.#host;
		const ui = formDialogs({
			newId,
			create: async (form, signal) => (await buildCall()?.elicit?.(form.message, form.requestedSchema, signal)) ?? {},
			notify: (message) => buildCall()?.log("info", message),
		});
		const opened = await startLimited(this.#host, this.#options, { isKept: false, ui });
		const approve: ApprovalPort = async (question, asking) => {
			const call = buildCall(question.toolCallId);
			const dialogs = call && callDialogs(call, newId);
			return dialogs && rpcFrontEnd(dialogs, { isInteractive: false }).approve?.(question, asking);
		};
		opened.session.frontEnd.connect({
			get approve() {
				return buildCall()?.elicit && approve;
			},
		});
		for (const line of await listProblems(opened.session)) this.#ports.say(line);
		return opened;
	}

	async #ask(args: Args, call: ServedCall): Promise<CallResult> {
		const { prompt, ...place } = parseAsked(args);
		using _slot = await this.#ports.queue.take(call.signal, () => call.onProgress("Waiting for other prompts to end"));
		const ui = callDialogs(call, this.#host.newId);
		const { session } = await startLimited(this.#host, this.#options, { ...place, isKept: true, ui });
		return runAsk(session, prompt, call, ui);
	}
}

/** Not those that steer a conversation with a model, nor one whose name is taken. */
function isOffered({ name, effects, loadMode, waitsForUser }: AgentTool): boolean {
	return loadMode !== "hidden" && !waitsForUser && effects?.length !== 0 && name !== askTool.name;
}

function offered(tool: AgentTool): OfferedTool {
	const { name, label, prompt, parameters, effects } = tool;
	return {
		name,
		title: label,
		description: prompt,
		inputSchema: { ...parameters },
		annotations: { readOnlyHint: isReadOnly(tool), openWorldHint: effects?.includes("network") ?? true },
	};
}

/** The last line of what a tool shows while it runs. */
function tell({ onProgress }: ServedCall, content: ToolResult["content"]): void {
	const line = content.flatMap((block) => (block.type === "text" ? block.text.trimEnd().split("\n") : [])).at(-1);
	if (line) onProgress(line.slice(-maxProgressChars));
}

function resultOf({ content, isError = false }: ToolOutput): CallResult {
	return { content: contentBlocks(content).map((block) => ({ ...block })), isError };
}
