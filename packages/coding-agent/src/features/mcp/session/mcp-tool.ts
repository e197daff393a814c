import {
	type AgentTool,
	ToolAbortError,
	type ToolCallContext,
	type ToolDefinition,
} from "@oh-my-pi/pi-agent-core/tools/tool";
import type { JsonSchema } from "@oh-my-pi/pi-ai/message";
import { acceptingUnknown, normalizeMcpSchema } from "@oh-my-pi/pi-ai/schema/mcp";
import type { LiveServer } from "@oh-my-pi/pi-mcp/live-server";
import type { AuthChallenge } from "@oh-my-pi/pi-mcp/server/server-config";
import { ServerError } from "@oh-my-pi/pi-mcp/server/server-error";
import type { CallResult, ServerTool } from "@oh-my-pi/pi-mcp/server/server-messages";
import type { ArtifactSpace } from "@oh-my-pi/pi-tools/output/artifact-space";
import { finishTool } from "@oh-my-pi/pi-tools/output/finish-tool";
import { fenced, inertText } from "@oh-my-pi/pi-tools/output/outside-content";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { shownText } from "../asks/shown-text.ts";
import { callWithLogin } from "../oauth/call-with-login.ts";
import type { FoundServer } from "../servers/load-servers.ts";
import { withLocalPaths } from "./local-arguments.ts";
import { type McpToolDetails, toolOutput } from "./tool-result.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface McpToolParts {
	readonly name: string;
	readonly server: FoundServer;
	readonly tool: ServerTool;
	readonly live: Pick<LiveServer, "use">;
	readonly artifacts: ArtifactSpace;
	/** The folder behind `local://`. */
	readonly localFolder?: () => string | undefined;
	/** How it differs from what was approved. */
	readonly changes?: () => Promise<readonly string[] | undefined>;
	/** It runs as it is now. */
	readonly onRun?: () => void;
	readonly onAbort?: () => void;
	/** Sends the user to pages that the server needs first; true when another try is worth it. */
	readonly visitPages?: (data: unknown, signal: AbortSignal) => Promise<boolean>;
	/** Lets the user log in when the server wants it; false when that does not happen. */
	readonly logIn?: (challenge: AuthChallenge, signal: AbortSignal) => Promise<boolean>;
}

const maxDescription = 4000;
const changedReason = "The server has changed this tool since you approved it";
/** The server wants the user to visit a page first. */
const pageRequired = -32_042;

/** A tool of a server as a conversation has it. */
export function mcpTool(parts: McpToolParts): AgentTool {
	const { name, server, tool, live, artifacts } = parts;
	const schema = inertSchema(normalizeMcpSchema(tool.inputSchema));
	const details: McpToolDetails = {
		serverName: server.name,
		mcpToolName: tool.name,
		provider: server._source.provider,
		providerName: server._source.providerName,
	};
	let difference: readonly string[] = [];
	let accepted: JsonSchema | undefined;
	const callServer = (params: Arguments, call: ToolCallContext<McpToolDetails>): Promise<CallResult> =>
		live.use((connection) =>
			connection.callTool(tool.name, params, {
				...(tool.needsTask && { asTask: true }),
				signal: call.signal,
				onProgress: (progress) => call.onProgress({ content: progressText(progress), details }),
			}),
		);
	const definition: ToolDefinition<Arguments, McpToolDetails> = {
		name,
		label: `${server.name}/${tool.name}`,
		prompt: inertText(tool.description ?? tool.title ?? tool.name).slice(0, maxDescription),
		parameters: schema,
		loadMode: "discoverable",
		outsideSources: () => [`mcp:${server.name}`],
		// Without the hint it may write, and calls of one message would race each other.
		concurrency: tool.annotations?.readOnlyHint === true ? "shared" : "exclusive",
		// The server checks them itself, and its schema may be wrong.
		lenientArguments: true,
		acceptedSchema: () => {
			accepted ??= acceptingUnknown(schema);
			return accepted;
		},
		async approval() {
			difference = (await parts.changes?.()) ?? [];
			if (difference.length > 0) return { tier: "exec", override: true, reason: changedReason };
			const host = parseHost(server);
			return host === undefined ? "exec" : { tier: "exec", reason: `Leaves this machine: ${host}` };
		},
		approvalDetails: (params) => [...argumentLines(params), ...difference],
		async execute(params, call) {
			try {
				parts.onRun?.();
				const sent = withLocalPaths(serverArguments(params, schema), parts.localFolder?.());
				const attempt = () =>
					callServer(sent, call).catch(async (error: unknown) => {
						const isWorthIt =
							error instanceof ServerError &&
							error.code === pageRequired &&
							(await parts.visitPages?.(error.data, call.signal));
						if (!isWorthIt) throw error;
						return callServer(sent, call);
					});
				const result = await callWithLogin(attempt, server, (challenge) => parts.logIn?.(challenge, call.signal));
				return toolOutput(result, details, artifacts);
			} catch (error) {
				if (call.signal.aborted) {
					parts.onAbort?.();
					throw new ToolAbortError();
				}
				throw error;
			}
		},
	};
	const source = `MCP server ${server.name}`;
	const finished = finishTool(definition, { artifacts, outside: source });
	return {
		...finished,
		execute: (params, call) =>
			finished.execute(params, call).catch((error: unknown) => {
				if (error instanceof ToolAbortError) throw error;
				return { content: failureText(error, source), details: { ...details, isError: true }, isError: true };
			}),
	} as AgentTool;
}

/** Of a server elsewhere. */
function parseHost({ definition }: FoundServer): string | undefined {
	const { url } = definition as { readonly url?: unknown };
	const host = typeof url === "string" ? URL.parse(url)?.host : undefined;
	return host === undefined || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host) ? undefined : host;
}

const maxFailure = 8000;

/** What went wrong; the server's own words are marked as such. */
function failureText(error: unknown, source: string): string {
	const message = errorMessage(error).slice(0, maxFailure);
	const text = message.startsWith("MCP error") ? message : `MCP error: ${message}`;
	return isFromServer(error, message) ? fenced(text, source) : inertText(text);
}

function isFromServer(error: unknown, message: string): boolean {
	if (!(error instanceof ServerError)) return false;
	// What a process wrote before it ended follows on lines of its own.
	return error.kind === "answer" || error.kind === "http" || message.includes("\n");
}

const barWidth = 20;

/** What the server says, or how far it is. */
function progressText({ progress, total, message }: { progress: number; total?: number; message?: string }): string {
	if (total === undefined || !(total > 0)) return message ?? `${progress}`;
	const share = Math.min(1, Math.max(0, progress / total));
	const filled = Math.round(share * barWidth);
	const bar = `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${Math.round(share * 100)}% (${progress} of ${total})`;
	return message === undefined ? bar : `${bar}\n${message}`;
}

const maxLines = 20;

/** What would be sent, for whoever has to allow it. */
function argumentLines(params: unknown): string[] {
	if (!isRecord(params)) return [];
	const lines = Object.entries(params)
		.filter(([key]) => key !== "i")
		.map(([key, value]) => {
			const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
			return `${shownText(key, 50)}: ${shownText(text, 300).replaceAll("\n", " ")}`;
		});
	return lines.length > maxLines ? [...lines.slice(0, maxLines), `… ${lines.length - maxLines} more`] : lines;
}

/** What a server is sent: without our own field and without optional values that were left empty. */
export function serverArguments(params: unknown, schema: Arguments): Arguments {
	if (!isRecord(params)) return {};
	const declared = isRecord(schema.properties) ? schema.properties : {};
	const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
	const kept = Object.entries(params).filter(([key, value]) => {
		if (!Object.hasOwn(declared, key)) return key !== "i";
		return required.includes(key) || !isEmpty(value);
	});
	return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === "" || (isRecord(value) && Object.keys(value).length === 0);
}

/** Descriptions are the server's words for the model; names and values are what it takes. */
function inertSchema<Schema>(schema: Schema): Schema {
	if (Array.isArray(schema)) return schema.map((item) => inertSchema(item)) as Schema;
	if (!isRecord(schema)) return schema;
	return Object.fromEntries(
		Object.entries(schema).map(([key, value]) => {
			const isText = typeof value === "string" && (key === "description" || key === "title");
			return [key, isText ? inertText(value) : inertSchema(value)];
		}),
	) as Schema;
}
