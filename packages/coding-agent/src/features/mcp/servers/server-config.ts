import { resolve } from "node:path";
import type { ServerConfig } from "@oh-my-pi/pi-mcp/server/server-config";
import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";
import { runShellCommand } from "../../../process/run-shell-command.ts";
import type { ServerLogin } from "../oauth/server-login.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export interface ConfigPlace {
	readonly cwd: string;
	/** What values may name. */
	readonly variables: Variables;
	/** What a server process is given besides its own. */
	readonly env: Variables;
	/** The user's login at the server. */
	readonly login?: ServerLogin | undefined;
}

const commandLimitMs = 10_000;
const defaultTimeoutMs = 30_000;
/** By folder and command; a failure is tried again. */
const outputs = new Map<string, string>();

/** How to reach a server, with all commands and variables resolved. */
export async function serverConfig(server: McpServer, place: ConfigPlace): Promise<ServerConfig> {
	const { name, transport, command, args, cwd, url, requestIdFormat, isLiteral } = server;
	const valuesOf = async (values: Readonly<Record<string, string>> = {}) =>
		isLiteral ? values : resolveValues(values, place);
	const { login } = place;
	const [env, headers, loginEnv, loginHeaders] = await Promise.all([
		valuesOf(server.env),
		valuesOf(server.headers),
		login?.variables(),
		login?.headers(),
	]);
	return {
		name,
		transport: transport === "http" || transport === "sse" ? transport : "stdio",
		...(command !== undefined && { command }),
		...(args && { args }),
		env: { ...place.env, ...env, ...loginEnv },
		cwd: cwd === undefined ? place.cwd : resolve(place.cwd, cwd),
		...(url !== undefined && { url }),
		headers: { ...headers, ...loginHeaders },
		timeoutMs: resolveTimeout(server, place.variables),
		...(requestIdFormat && { requestIdFormat }),
	};
}

function resolveTimeout({ timeout = defaultTimeoutMs }: McpServer, { OMP_MCP_TIMEOUT_MS: forced }: Variables): number {
	const number = forced === undefined || forced.trim() === "" ? Number.NaN : Number(forced);
	return Number.isFinite(number) && number >= 0 ? number : timeout;
}

/** `!command` becomes its output, and the name of a variable its value. What fails or is empty is left out. */
export async function resolveValues(
	values: Readonly<Record<string, string>>,
	place: ConfigPlace,
): Promise<Record<string, string>> {
	const entries = await Promise.all(
		Object.entries(values).map(async ([key, value]) => {
			const resolved = value.startsWith("!")
				? await runForOutput(value.slice(1), place)
				: place.variables[value] || value;
			return resolved === undefined ? [] : [[key, resolved] as const];
		}),
	);
	return Object.fromEntries(entries.flat());
}

async function runForOutput(command: string, { cwd, env }: ConfigPlace): Promise<string | undefined> {
	const key = `${cwd}\0${command}`;
	const known = outputs.get(key);
	if (known !== undefined) return known;
	const { stdout, exitCode } = await runShellCommand(command, { cwd, env, stdin: "", timeoutMs: commandLimitMs });
	const output = stdout.trim();
	if (exitCode !== 0 || output === "") return undefined;
	outputs.set(key, output);
	return output;
}
