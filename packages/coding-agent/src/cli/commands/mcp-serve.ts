import { Deadline } from "../../process/exit/deadline.ts";
import { UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseLaunchOptions } from "../../startup/launch-options.ts";

const serveFlags: readonly FlagDefinition[] = [
	{ name: "http", kind: "optional", value: "port", help: "serve: over HTTP on this machine, with a bearer token" },
];

const usage = `USAGE
  omp mcp serve [--tools a,b] [--http [port]] [flags]

  Offers omp's tools to an MCP client over standard streams, or with --http over
  HTTP on 127.0.0.1. The flags of a session count for all that clients do. By
  default only tools that read are offered. The tool ask runs a whole prompt.
`;

/** Serves omp's tools to MCP clients. */
export const mcpServe: CliCommand = async (argv, host, io) => {
	if (argv.includes("--help") || argv.includes("-h")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { extensionFlags, ...options } = parseLaunchOptions(withPort(argv), { more: serveFlags });
	if (options.files.length > 0 || options.messages.length > 0) {
		throw new UsageError("omp mcp serve takes no prompt: clients send them with the tool ask");
	}
	const port = parsePort(extensionFlags?.get("http"));
	using deadline = new Deadline(options.maxTimeMs);
	const { runMcpServer } = await import("../../modes/mcp/run.ts");
	const code = await runMcpServer(host, { ...options, port, timeUp: deadline.passed }, io);
	return deadline.exitCode(code, io);
};

/** `--http 8080` as `--http=8080`: the port is optional, and a number is no prompt. */
function withPort(argv: readonly string[]): string[] {
	const words = [...argv];
	const index = words.indexOf("--http");
	if (index >= 0 && /^\d+$/.test(words[index + 1] ?? "")) words.splice(index, 2, `--http=${words[index + 1]}`);
	return words;
}

function parsePort(value: string | true | undefined): number | undefined {
	if (value === undefined) return undefined;
	const port = value === true ? 0 : Number(value);
	if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
	throw new UsageError(`--http must be a port from 0 to 65535; got "${value}"`);
}
