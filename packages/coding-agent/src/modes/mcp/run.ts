import { endpointPath, HttpEndpoint } from "@oh-my-pi/pi-mcp/serve/http-endpoint";
import { LineTransport } from "@oh-my-pi/pi-mcp/serve/line-transport";
import { ServedClient, type ServerIdentity } from "@oh-my-pi/pi-mcp/serve/served-client";
import { defaultMaxMessageBytes } from "@oh-my-pi/pi-mcp/server/server-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { onFatalSignal } from "../../process/exit/signals.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError } from "../../process/usage-error.ts";
import { version } from "../../process/version.ts";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import { PromptQueue } from "./prompt-queue.ts";
import { OmpTools } from "./served-tools.ts";

export interface ServeOptions extends LaunchOptions {
	readonly timeUp: Promise<void>;
	/** Over HTTP on this port, 0 for any; without it over standard streams. */
	readonly port?: number | undefined;
}

const identity: ServerIdentity = {
	name: "omp",
	title: "omp",
	version,
	instructions:
		"Tools of omp, a coding agent, in the folder it was started in. `ask` runs a whole prompt with its own model and tools.",
};
const tokenVariable = "OMP_MCP_TOKEN";
/** More prompts at once wait for their turn. */
const maxPrompts = 8;
const maxMessageBytes = defaultMaxMessageBytes;
/** A client introduces itself at once. */
const greetingMs = 200;

/** Serves omp's tools to MCP clients until they leave or a signal comes. */
export async function runMcpServer(baseHost: Host, options: ServeOptions, io: CliIo): Promise<number> {
	const token = baseHost.env[tokenVariable];
	baseHost.forgetVariables?.([tokenVariable]);
	// What tools run must not get it.
	const host = { ...baseHost, env: { ...baseHost.env, [tokenVariable]: undefined } };
	return options.port === undefined
		? serveStreams(host, options, io)
		: serveHttp(host, { ...options, port: options.port, token }, io);
}

async function serveStreams(host: Host, options: ServeOptions, io: CliIo): Promise<number> {
	const tools = new OmpTools(host, options, { queue: new PromptQueue(maxPrompts), say: sayTo(io) });
	const client = new ServedClient(identity, tools);
	using _signals = onFatalSignal(["SIGINT", "SIGTERM", "SIGHUP"], () => client.end(), io.exit);
	const left = Promise.withResolvers<void>();
	const greeted = Promise.withResolvers<void>();
	const transport = new LineTransport({
		input: io.stdin.chunks(),
		write: (line) => io.stdout.write(line).finally(greeted.resolve),
		onProblem: sayTo(io),
		maxMessageBytes,
	});
	transport.onclose = left.resolve;
	await client.serve(transport);
	if (io.stdin.isTTY)
		sayTo(io)("Waiting for an MCP client on standard input. To serve over HTTP: omp mcp serve --http");
	// Opened after the first response, so that `initialize` need not wait for it; after a timeout if there is no request, so that a wrong
	// --tools is reported before one comes.
	const opened = Promise.race([greeted.promise, left.promise, Bun.sleep(greetingMs)]).then(() => tools.open());
	try {
		await Promise.race([opened.then(() => left.promise), left.promise, io.stdout.closed, options.timeUp]);
		await opened;
	} finally {
		await client.end();
	}
	return 0;
}

async function serveHttp(
	host: Host,
	options: ServeOptions & { readonly port: number; readonly token: string | undefined },
	io: CliIo,
): Promise<number> {
	// Tells a wrong --tools.
	const queue = new PromptQueue(maxPrompts);
	const probe = new OmpTools(host, options, { queue, say: sayTo(io) });
	await probe.open();
	await probe.close();
	const token = options.token || randomToken();
	const endpoint = new HttpEndpoint({
		identity,
		tools: () => new OmpTools(host, options, { queue, say: () => {} }),
		token,
		newId: () => crypto.randomUUID(),
		maxMessageBytes,
	});
	const server = listen(options.port, (request) => endpoint.answer(request));
	const end = async () => {
		await endpoint.end();
		await server.stop(true);
	};
	using _signals = onFatalSignal(["SIGINT", "SIGTERM", "SIGHUP"], end, io.exit);
	const lines = [`MCP server: http://127.0.0.1:${server.port}${endpointPath}`];
	if (!options.token) lines.push(`Authorization: Bearer ${token}`);
	await io.stdout.write(`${lines.join("\n")}\n`);
	await options.timeUp;
	await end();
	return 0;
}

function sayTo({ stderr }: CliIo): (line: string) => void {
	return (line) => void stderr.write(`${line}\n`);
}

function listen(port: number, answer: (request: Request) => Promise<Response>): Bun.Server<unknown> {
	try {
		return Bun.serve({
			hostname: "127.0.0.1",
			port,
			// Prompts take their time.
			idleTimeout: 0,
			maxRequestBodySize: maxMessageBytes,
			fetch: answer,
		});
	} catch (error) {
		throw new CliError(`Cannot listen on port ${port}: ${errorMessage(error)}`, {
			cause: error,
		});
	}
}

function randomToken(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}
