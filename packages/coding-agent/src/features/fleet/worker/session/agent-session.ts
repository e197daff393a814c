import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { AgentChild, type Frame } from "./agent-child.ts";
import { joinText } from "./read-log.ts";

export interface SessionOptions {
	readonly command: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly hostTools: readonly object[];
	readonly onFrame: (frame: Frame) => void;
	/** A dialog that may want an answer. */
	readonly onDialog: (frame: Frame) => void;
	readonly callTool: (name: string, args: unknown) => { readonly text: string; readonly isError: boolean };
}

/** How a run of the agent ended. */
export interface RunEnd {
	readonly stopReason: string;
	readonly text: string | undefined;
	readonly error: string | undefined;
	/** A cap on spending ended it. */
	readonly isBudget: boolean;
}

/** A slash command that omp did by itself. */
const noRun: RunEnd = { stopReason: "stop", text: undefined, error: undefined, isBudget: false };

/** A session with the agent of one task. */
export class AgentSession implements AsyncDisposable {
	readonly #child: AgentChild;
	readonly #options: SessionOptions;
	#last: Readonly<Record<string, unknown>> | undefined;
	#run: PromiseWithResolvers<RunEnd> | undefined;

	constructor(options: SessionOptions) {
		this.#options = options;
		this.#child = new AgentChild({ ...options, onFrame: (frame) => this.#take(frame) });
		void this.#child.exited.then((how) => this.#run?.reject(new Error(how)));
		// Commands wait in the pipe while it starts.
		this.#ask("negotiate_protocol", { protocolVersion: 2 });
		if (options.hostTools.length > 0) this.#ask("set_host_tools", { tools: options.hostTools });
	}

	get pid(): number {
		return this.#child.pid;
	}

	/** Resolves when the agent has said all it wanted. */
	async prompt(message: string): Promise<RunEnd> {
		const run = Promise.withResolvers<RunEnd>();
		this.#run = run;
		this.#last = undefined;
		this.#child.request("prompt", { message }).then(
			(data) => {
				if (isRecord(data) && data.agentInvoked === false) run.resolve(noRun);
			},
			(error) => run.reject(error),
		);
		return run.promise;
	}

	steer(message: string): void {
		this.#ask("steer", { message });
	}

	answerDialog(id: string, answer: object): void {
		this.#child.send({ type: "extension_ui_response", id, ...answer });
	}

	async [Symbol.asyncDispose](): Promise<void> {
		// Nobody waits for the run any more.
		this.#run?.promise.catch(() => {});
		await this.#child[Symbol.asyncDispose]();
	}

	#ask(command: string, fields: object): void {
		this.#child.request(command, fields).catch((error) => this.#run?.reject(error));
	}

	#take(frame: Frame): void {
		switch (frame.type) {
			case "host_tool_call":
				this.#callTool(frame);
				break;
			case "extension_ui_request":
				this.#options.onDialog(frame);
				break;
			case "late_failure":
				this.#run?.reject(new Error(String(frame.error)));
				break;
			case "turn_end":
				if (isRecord(frame.message)) this.#last = frame.message;
				break;
			case "agent_end":
				if (frame.isTerminal !== false) this.#end();
		}
		this.#options.onFrame(frame);
	}

	#end(): void {
		const { stopReason = "error", content, errorMessage, stopDetails } = this.#last ?? {};
		this.#run?.resolve({
			stopReason: String(stopReason),
			text: joinText(content),
			error: typeof errorMessage === "string" ? errorMessage : undefined,
			isBudget: isRecord(stopDetails) && stopDetails.type === "budget",
		});
	}

	#callTool({ id, toolName, arguments: args }: Frame): void {
		const { text, isError } = this.#options.callTool(String(toolName), args);
		this.#child.send({ type: "host_tool_result", id, result: { content: [{ type: "text", text }] }, isError });
	}
}
