import type { RequestOptions } from "../protocol/connection.ts";
import { DapError } from "../protocol/dap-error.ts";
import { type Body, definedFields, readInteger, readText } from "../protocol/read-body.ts";
import type { DebugSession } from "./debug-session.ts";
import {
	type DataBreakpointInfo,
	type DebugFrame,
	type DebugModule,
	type DebugScope,
	type DebugSource,
	type DebugThread,
	type DebugVariable,
	type Evaluation,
	type Instruction,
	type MemoryContent,
	maxVariables,
	readDataBreakpointInfo,
	readEvaluation,
	readFrames,
	readInstructions,
	readMemoryContent,
	readModules,
	readScopes,
	readSources,
	readThreads,
	readVariables,
} from "./inspection.ts";

/** Questions to the session that stopped last. */
export class SessionRequests {
	readonly #session: DebugSession;
	readonly #options: RequestOptions;

	constructor(session: DebugSession, options: RequestOptions) {
		this.#session = session;
		this.#options = options;
	}

	async threads(): Promise<DebugThread[]> {
		return readThreads(await this.#request("threads", undefined));
	}

	/** The thread that stopped, else the first one. */
	async threadId(): Promise<number> {
		const { stop } = this.#session.current;
		const id = stop?.threadId ?? (await this.threads())[0]?.id;
		if (id === undefined) throw new DapError("state", "Debugger reported no threads.");
		return id;
	}

	/** The first frame becomes the one that later requests are about. */
	async stackTrace(levels: number): Promise<DebugFrame[]> {
		const node = this.#session.current;
		if (node.state === "running") throw new DapError("state", "The program is running. Use pause first.");
		const threadId = await this.threadId();
		const frames = readFrames(await this.#request("stackTrace", { threadId, startFrame: 0, levels })).slice(0, levels);
		const [top] = frames;
		if (top && node.state === "stopped") {
			node.frameId = top.id;
			node.instructionPointer = top.instructionPointer;
		}
		return frames;
	}

	async scopes(frameId?: number): Promise<DebugScope[]> {
		return readScopes(await this.#request("scopes", { frameId: this.frameId(frameId) }));
	}

	frameId(requested?: number): number {
		const id = requested ?? this.#session.current.frameId;
		if (id === undefined) {
			throw new DapError("state", "No active stack frame. Run stack_trace first or supply frame_id.");
		}
		return id;
	}

	async variables(variablesReference: number, count: number = maxVariables): Promise<DebugVariable[]> {
		// Without paging, some adapters refuse these members.
		const paging = this.#session.current.supports("supportsVariablePaging") ? { start: 0, count } : {};
		return readVariables(await this.#request("variables", { variablesReference, ...paging }));
	}

	/** Without a frame, where there is none, it is about globals. */
	async evaluate(expression: string, { context, frameId }: { context: string; frameId?: number | undefined }) {
		const frame = frameId ?? this.#session.current.frameId;
		const args = definedFields({ expression, context, frameId: frame });
		const evaluation: Evaluation = readEvaluation(await this.#request("evaluate", args));
		return evaluation;
	}

	async exceptionText(): Promise<string | undefined> {
		const { stop } = this.#session.current;
		if (stop?.threadId === undefined || !this.#session.current.supports("supportsExceptionInfoRequest")) {
			return undefined;
		}
		const { exceptionId, description } = await this.#request("exceptionInfo", { threadId: stop.threadId });
		const parts = [readText(exceptionId), readText(description)].filter((part) => part !== undefined && part !== "");
		return parts.length > 0 ? parts.join(": ") : undefined;
	}

	async disassemble(args: {
		readonly memoryReference: string;
		readonly offset?: number | undefined;
		readonly instructionOffset?: number | undefined;
		readonly instructionCount: number;
		readonly resolveSymbols?: boolean | undefined;
	}): Promise<Instruction[]> {
		this.#require("supportsDisassembleRequest", "disassembly");
		return readInstructions(await this.#request("disassemble", definedFields(args)));
	}

	async readMemory(args: { memoryReference: string; offset?: number | undefined; count: number }) {
		this.#require("supportsReadMemoryRequest", "memory reads");
		const content: MemoryContent = readMemoryContent(await this.#request("readMemory", definedFields(args)));
		return content;
	}

	/** How many bytes were written, where the adapter tells. */
	async writeMemory(args: {
		readonly memoryReference: string;
		readonly offset?: number | undefined;
		readonly data: string;
		readonly allowPartial?: boolean | undefined;
	}): Promise<number | undefined> {
		this.#require("supportsWriteMemoryRequest", "memory writes");
		return readInteger((await this.#request("writeMemory", definedFields(args))).bytesWritten);
	}

	async modules(args: { startModule?: number | undefined; moduleCount?: number | undefined }): Promise<DebugModule[]> {
		this.#require("supportsModulesRequest", "modules");
		return readModules(await this.#request("modules", definedFields(args)));
	}

	async loadedSources(): Promise<DebugSource[]> {
		this.#require("supportsLoadedSourcesRequest", "loaded sources");
		return readSources(await this.#request("loadedSources", undefined));
	}

	async dataBreakpointInfo(args: {
		readonly name: string;
		readonly variablesReference?: number | undefined;
		readonly frameId?: number | undefined;
	}): Promise<DataBreakpointInfo> {
		this.#require("supportsDataBreakpoints", "data breakpoints");
		return readDataBreakpointInfo(await this.#request("dataBreakpointInfo", definedFields(args)));
	}

	custom(command: string, args: object | undefined): Promise<Body> {
		return this.#request(command, args);
	}

	#require(capability: string, name: string): void {
		if (!this.#session.current.supports(capability)) {
			throw new DapError("unsupported", `Current adapter does not support ${name}`);
		}
	}

	#request(command: string, args: object | undefined): Promise<Body> {
		return this.#session.current.request(command, args, this.#options);
	}
}
