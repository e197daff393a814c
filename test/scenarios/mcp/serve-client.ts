import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
	type CallToolResult,
	CallToolResultSchema,
	type ElicitRequest,
	ElicitRequestSchema,
	type ElicitResult,
	LoggingMessageNotificationSchema,
	type Progress,
} from "@modelcontextprotocol/sdk/types.js";
import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

export interface ServeClient extends AsyncDisposable {
	readonly client: Client;
	/** Of the process of omp. */
	readonly pid: number | null;
	readonly asked: readonly ElicitRequest["params"][];
	readonly logged: readonly unknown[];
	readonly progress: readonly Progress[];
	call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<CallToolResult>;
}

interface ClientOptions {
	readonly args?: readonly string[];
	/** Answers forms; a client without it shows none. */
	readonly elicit?: (params: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>;
}

/** The official client with a real `omp mcp serve` behind it. */
export async function serveClient(
	omp: Pick<OmpProject, "command" | "env" | "path">,
	options: ClientOptions = {},
): Promise<ServeClient> {
	const [command = "", ...rest] = omp.command;
	const transport = new StdioClientTransport({
		command,
		args: [...rest, "mcp", "serve", ...(options.args ?? [])],
		cwd: omp.path,
		env: omp.env,
		stderr: "inherit",
	});
	return connected(transport, options, () => transport.pid);
}

/** The same over any transport. */
export async function connected(
	transport: Transport,
	{ elicit }: ClientOptions,
	pid: () => number | null = () => null,
): Promise<ServeClient> {
	const client = new Client(
		{ name: "test", version: "1" },
		{ capabilities: { ...(elicit && { elicitation: { form: {} } }) } },
	);
	const asked: ElicitRequest["params"][] = [];
	const logged: unknown[] = [];
	const progress: Progress[] = [];
	if (elicit) {
		client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
			asked.push(params);
			return elicit(params);
		});
	}
	client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params.data));
	await client.connect(transport);
	return {
		client,
		asked,
		logged,
		progress,
		get pid() {
			return pid();
		},
		call: async (name, args = {}, signal) =>
			client.request({ method: "tools/call", params: { name, arguments: args } }, CallToolResultSchema, {
				onprogress: (one) => progress.push(one),
				...(signal && { signal }),
			}),
		[Symbol.asyncDispose]: () => client.close(),
	};
}

export const said = ({ content }: CallToolResult) =>
	content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
