import { type AgentTool, ToolAbortError, type ToolDefinition, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { HostToolDefinition, HostToolReply, HostToolResult, OutFrame } from "../../../rpc-protocol/frames.ts";
import { type AbandonReason, PendingRequests } from "../../pending-requests.ts";

interface HostToolsPorts {
	readonly write: (frame: OutFrame) => Promise<void>;
	readonly newId: () => string;
	readonly sources: ToolSources;
	/** Brings the tools of the next request up to date. */
	readonly refresh: () => Promise<void>;
}

/** The source of the host's tools. */
const sourceId = "host";

type Outcome =
	| { readonly result: HostToolResult; readonly isError: boolean }
	| { readonly abandonReason: AbandonReason };

/** Tools that the host runs: the model calls them here, and the calls go out as frames. */
export class HostTools {
	readonly #ports: HostToolsPorts;
	readonly #pending: PendingRequests<Outcome>;

	constructor(ports: HostToolsPorts) {
		this.#ports = ports;
		this.#pending = new PendingRequests(ports.newId);
	}

	/** Takes the place of what the host had offered before; effective with the next request. */
	async replace(definitions: readonly HostToolDefinition[]): Promise<string[]> {
		const { sources, refresh } = this.#ports;
		checkNames(definitions, sources.toolsBeside(sourceId, undefined));
		const tools = definitions.map((definition) => this.#tool(definition));
		sources.put({ id: sourceId, tools: () => tools });
		await refresh();
		return definitions.map(({ name }) => name);
	}

	onReply(reply: HostToolReply): void {
		if (reply.type === "host_tool_update") this.#pending.update(reply.id, reply.partialResult);
		else this.#pending.answer(reply.id, { result: reply.result, isError: reply.isError ?? false });
	}

	/** The host has gone: every call ends. */
	end(): void {
		this.#pending.end();
	}

	#tool(definition: HostToolDefinition): AgentTool {
		const { name, label = name, description, parameters, hidden, loadMode } = definition;
		const tool: ToolDefinition<Record<string, unknown>, unknown> = {
			name,
			label,
			prompt: description,
			parameters,
			...(hidden ? { loadMode: "hidden" as const } : loadMode && { loadMode }),
			execute: async (params, call) => {
				const outcome = await this.#pending.ask({
					send: (id) =>
						this.#ports.write({ type: "host_tool_call", id, toolCallId: call.id, toolName: name, arguments: params }),
					instead: (abandonReason) => ({ abandonReason }),
					onAbandoned: (targetId) =>
						void this.#ports.write({ type: "host_tool_cancel", id: this.#ports.newId(), targetId }),
					onUpdate: (update) => call.onProgress(update as HostToolResult),
					signal: call.signal,
				});
				if ("result" in outcome) return { ...outcome.result, isError: outcome.isError };
				if (outcome.abandonReason === "ended") throw new ToolError(`Host tool "${name}" is gone: the host has left`);
				throw new ToolAbortError(`Host tool "${name}" was aborted`);
			},
		};
		return tool as AgentTool;
	}
}

function checkNames(definitions: readonly HostToolDefinition[], others: readonly AgentTool[]): void {
	const taken = new Set(others.map(({ name }) => name));
	for (const [index, { name }] of definitions.entries()) {
		if (name.trim() === "") throw new Error(`Host tool at index ${index} must provide a non-empty name`);
		if (taken.has(name)) throw new Error(`RPC host tool "${name}" conflicts with an existing tool`);
		taken.add(name);
	}
}
