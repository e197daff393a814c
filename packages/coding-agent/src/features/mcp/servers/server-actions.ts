import { connectServer } from "@oh-my-pi/pi-mcp/connect-server";
import type { AuthChallenge } from "@oh-my-pi/pi-mcp/server/server-config";
import { ServerError } from "@oh-my-pi/pi-mcp/server/server-error";
import { isFields } from "@oh-my-pi/pi-utils/config/parse-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { expandVariables } from "../../../discovery/mcp/expand-variables.ts";
import { parseServer } from "../../../discovery/mcp/read-mcp-file.ts";
import { mcpServerClaim } from "../../../trust/server-claims.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import { loginHint } from "../oauth/call-with-login.ts";
import type { ServerLogin } from "../oauth/server-login.ts";
import {
	addServer,
	type ConfigPlaces,
	type ConfigScope,
	configPath,
	readConfig,
	removeServer,
	setEnabled,
	setListed,
} from "./config-file.ts";
import type { FoundServer, LoadedServers } from "./load-servers.ts";
import { type AddedServer, parseAdd, parseAddJson } from "./parse-new-server.ts";
import { type ConfigPlace, serverConfig } from "./server-config.ts";

export interface ActionPlace extends ConfigPlaces {
	readonly gate: TrustGate;
}

/** Writes a server to omp's own file; gives the words for the user. */
export function addByWords(words: readonly string[], place: ActionPlace, scope: ConfigScope): Promise<string> {
	return writeServer(parseAdd(words, scope), place);
}

export async function addJsonByWords(
	words: readonly string[],
	place: ActionPlace,
	scope: ConfigScope,
): Promise<string> {
	return writeServer(parseAddJson(words, scope), place);
}

export async function writeServer(added: AddedServer, place: ActionPlace): Promise<string> {
	const path = configPath(added.scope, place);
	await addServer(path, added.name, added.definition);
	if (added.scope === "project") await trust(path, added.name, place.gate);
	return `Added server "${added.name}" to ${path}`;
}

/** Connects for a moment to a server that no file has yet. Throws when its name is taken, and when it fails. */
export async function testAdded(
	added: AddedServer,
	place: ActionPlace & ConfigPlace & { readonly loginAt?: (server: FoundServer) => ServerLogin },
	newId: () => string,
): Promise<string> {
	const { name, definition, scope: level } = added;
	const path = configPath(level, place);
	if (Object.hasOwn((await readConfig(path)).servers, name))
		throw new Error(`Server "${name}" already exists in ${path}`);
	const expanded = expandVariables(definition, place.variables);
	const fields = parseServer(isFields(expanded) ? expanded : {}, { coerces: false, warn: () => {} });
	const _source = { provider: "native", providerName: "OMP", path, level };
	const server = { ...fields, name, path, level, definition, _source };
	return testServer(server, { ...place, login: place.loginAt?.(server) }, newId);
}

export async function removeByWords(words: readonly string[], place: ActionPlace, scope: ConfigScope): Promise<string> {
	const { name, requestedScope } = nameAndScope(words, "remove");
	const path = configPath(requestedScope ?? scope, place);
	await removeServer(path, name);
	return `Removed server "${name}" from ${path}`;
}

/** In the file where omp can write, else in the user's lists. */
export async function switchServer(
	name: string,
	isOn: boolean,
	place: ActionPlace,
	{ servers, disabled }: LoadedServers,
): Promise<string> {
	const server = [...servers, ...disabled].find((one) => one.name === name);
	if (!server) throw new Error(`Server "${name}" not found`);
	const userPath = configPath("user", place);
	const projectPath = configPath("project", place);
	const isOwn = server.path === userPath || server.path === projectPath;
	if (isOwn) {
		await setEnabled(server.path, name, isOn);
		if (server.path === projectPath) await trust(projectPath, name, place.gate);
	}
	await setListed(userPath, name, { enabled: isOn && !isOwn, disabled: !isOn && !isOwn });
	return `Server "${name}" is ${isOn ? "enabled" : "disabled"} (${isOwn ? server.path : userPath})`;
}

/** Connects for a moment; gives what the server says about itself. */
export async function testServer(
	server: FoundServer,
	place: ConfigPlace,
	newId: () => string,
	signal?: AbortSignal,
): Promise<string> {
	const problems: string[] = [];
	const ports = {
		clientInfo: { name: "omp-coding-agent", version: "1.0.0" },
		newId,
		onProblem: (problem: string) => problems.push(problem),
		renewHeaders: async (challenge: AuthChallenge) => place.login?.renew(challenge),
	};
	try {
		await using connection = await connectServer(await serverConfig(server, place), ports, signal ? { signal } : {});
		const tools = "tools" in connection.capabilities ? await connection.listTools() : [];
		const { name, version } = connection.serverInfo;
		return [
			`Connected to "${server.name}": ${name} ${version}, protocol ${connection.protocolVersion}`,
			`${tools.length} tool${tools.length === 1 ? "" : "s"}${tools.length > 0 ? ":" : ""}`,
			...tools.map((tool) => `  ${tool.name}${tool.description ? `: ${tool.description.split("\n")[0]}` : ""}`),
			...problems,
		].join("\n");
	} catch (error) {
		const message = errorMessage(error);
		throw new Error(`Failed to connect to "${server.name}": ${message}${hintFor(error, server, place)}`, {
			cause: error,
		});
	}
}

function hintFor(error: unknown, { name }: FoundServer, { login }: ConfigPlace): string {
	if (!(error instanceof ServerError)) return "";
	if (error.kind === "timeout") return '\nA slow server needs a higher "timeout" in its definition.';
	if (!error.challenge) return "";
	return login?.isPossible ? `\n${loginHint(name)}` : "\nCheck the credentials in its headers.";
}

/** A name, and `--scope user|project` before or behind it. */
export function nameAndScope(
	words: readonly string[],
	action: string,
): { readonly name: string; readonly requestedScope?: ConfigScope } {
	const index = words.indexOf("--scope");
	const scope = index < 0 ? undefined : words[index + 1];
	if (index >= 0 && scope !== "user" && scope !== "project") throw new Error("--scope is user or project");
	const [name, ...more] = index < 0 ? words : words.toSpliced(index, 2);
	if (name === undefined || more.length > 0) throw new Error(`One name is needed: ${action} <name>`);
	return { name, ...((scope === "user" || scope === "project") && { requestedScope: scope }) };
}

/** What the user has just written by a command of omp needs no question. */
async function trust(path: string, name: string, gate: TrustGate): Promise<void> {
	const { servers } = await readConfig(path);
	const definition = servers[name];
	if (!isFields(definition)) return;
	const claim = mcpServerClaim(path, name, definition, gate.project);
	if (gate.admits(claim)) return;
	await gate.decide(
		gate.waiting.filter((waiting) => waiting.path === claim.path),
		true,
	);
}
