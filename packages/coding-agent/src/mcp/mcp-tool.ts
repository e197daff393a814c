import { type AgentTool, ToolAbortError, type ToolDefinition } from "@oh-my-pi/pi-agent-core/tools/tool";
import { normalizeMcpSchema } from "@oh-my-pi/pi-ai/schema/mcp";
import type { LiveServer } from "@oh-my-pi/pi-mcp/live-server";
import { isObject, type ServerTool } from "@oh-my-pi/pi-mcp/server-messages";
import type { ArtifactSpace } from "@oh-my-pi/pi-tools/output/artifact-space";
import { finishTool } from "@oh-my-pi/pi-tools/output/finish-tool";
import type { FoundServer } from "./load-servers.ts";
import { type McpToolDetails, toolOutput } from "./tool-result.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface McpToolParts {
	readonly name: string;
	readonly server: FoundServer;
	readonly tool: ServerTool;
	readonly live: Pick<LiveServer, "use">;
	readonly artifacts: ArtifactSpace;
}

const maxDescription = 4000;

/** A tool of a server as a conversation has it. */
export function mcpTool({ name, server, tool, live, artifacts }: McpToolParts): AgentTool {
	const schema = normalizeMcpSchema(tool.inputSchema);
	const details: McpToolDetails = {
		serverName: server.name,
		mcpToolName: tool.name,
		provider: server._source.provider,
		providerName: server._source.providerName,
	};
	const definition: ToolDefinition<Arguments, McpToolDetails> = {
		name,
		label: `${server.name}/${tool.name}`,
		prompt: (tool.description ?? tool.title ?? tool.name).slice(0, maxDescription),
		parameters: schema,
		loadMode: "discoverable",
		// The server checks them itself, and its schema may be wrong.
		lenientArguments: true,
		async execute(params, call) {
			try {
				const result = await live.use((connection) =>
					connection.callTool(tool.name, serverArguments(params, schema), {
						signal: call.signal,
						onProgress: ({ progress, total, message }) => {
							const text = message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
							call.onProgress({ content: text, details });
						},
					}),
				);
				return toolOutput(result, details, artifacts);
			} catch (error) {
				if (call.signal.aborted) throw new ToolAbortError();
				const message = error instanceof Error ? error.message : String(error);
				const content = message.startsWith("MCP error") ? message : `MCP error: ${message}`;
				return { content, details: { ...details, isError: true }, isError: true };
			}
		},
	};
	return finishTool(definition, { artifacts }) as AgentTool;
}

/** What a server is sent: without our own field and without optional values that were left empty. */
export function serverArguments(params: unknown, schema: Arguments): Arguments {
	if (!isObject(params)) return {};
	const declared = isObject(schema.properties) ? schema.properties : {};
	const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
	const kept = Object.entries(params).filter(([key, value]) => {
		if (!Object.hasOwn(declared, key)) return key !== "i";
		return required.includes(key) || !isEmpty(value);
	});
	return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === "" || (isObject(value) && Object.keys(value).length === 0);
}
