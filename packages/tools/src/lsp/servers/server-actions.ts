import type { ServerState } from "@oh-my-pi/pi-lsp/contract/language-servers";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { pathBase } from "../../files/mutate/ports.ts";
import { type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { noServer, startClient } from "./find-client.ts";

/** Which servers there are, and how they are. */
export async function showStatus(call: LspCall): Promise<LspOutput> {
	const notes = await call.ports.languages.notes();
	const states = call.servers.states();
	const listed = call.servers.definitions.map(({ name }) => {
		const state = states.find((one) => one.name === name);
		return `${name} (${state ? stateText(state) : "configured, not started"})`;
	});
	const text =
		listed.length > 0 ? `Language servers: ${listed.join(", ")}` : "No language servers configured for this project";
	return lspOutput(call, [text, ...notes].join("\n"), { success: listed.length > 0 });
}

function stateText({ state, problem, progress }: ServerState): string {
	if (state === "not started") return "configured, not started";
	const more = state === "failed" || state === "stopped" ? problem : progress;
	return more === undefined || more === "" ? state : `${state}: ${more}`;
}

/** What the servers of a file, or those that run, say they can do. */
export async function showCapabilities(call: LspCall): Promise<LspOutput> {
	const names = await namedServers(call);
	const sections: string[] = [];
	let answers = 0;
	for (const name of names) {
		const definition = call.servers.definitions.find((one) => one.name === name);
		if (!definition) continue;
		if (definition.linterProgram !== undefined) {
			sections.push(`${name}:\n  a program that is run for each file`);
			continue;
		}
		try {
			const { capabilities } = await startClient(call, definition);
			sections.push(`${name}:\n  capabilities: ${JSON.stringify(capabilities)}`);
			answers++;
		} catch (error) {
			call.signal.throwIfAborted();
			sections.push(`${name}:\n  LSP error: ${errorMessage(error)}`);
		}
	}
	return lspOutput(call, sections.join("\n"), { success: answers > 0, serverName: names.join(", ") });
}

/** Makes servers read their settings again; all of them with the config files, or those of a file. */
export async function reloadServers(call: LspCall): Promise<LspOutput> {
	const { file } = call.params;
	const isAll = file === undefined || file.trim() === "" || file === "*";
	const servers = isAll ? await call.ports.languages.reload() : call.servers;
	const running = new Set(servers.states().flatMap(({ name, state }) => (state === "not started" ? [] : [name])));
	const names = isAll
		? servers.definitions.map(({ name }) => name).filter((name) => running.has(name))
		: await namedServers(call);
	const lines: string[] = [];
	let failures = 0;
	for (const name of names) {
		call.waiting.for = name;
		try {
			const result = await servers.reload(name, { signal: call.signal });
			lines.push(`${result === "reloaded" ? "Reloaded" : "Restarted"} ${name}`);
		} catch (error) {
			call.signal.throwIfAborted();
			failures++;
			lines.push(`Failed to reload ${name}: ${errorMessage(error)}`);
		}
	}
	if (lines.length === 0) lines.push("Read the configuration again; no language server is running");
	const notes = isAll ? await call.ports.languages.notes() : [];
	return lspOutput(call, [...lines, ...notes].join("\n"), {
		success: failures === 0,
		...(names.length > 0 && { serverName: names.join(", ") }),
	});
}

/** By the file, or the name of a server in its place; without one, those that run. */
async function namedServers(call: LspCall): Promise<string[]> {
	const { ports, servers, params } = call;
	const { file = "" } = params;
	if (file.trim() === "" || file === "*") {
		const running = servers.definitions.filter(({ name }) => servers.runningClient(name)).map(({ name }) => name);
		if (running.length > 0) return running;
		if (servers.definitions.length === 0) throw await noServer(call);
		throw new SoftFailure("No language server is running; pass a file to start the one for it");
	}
	if (servers.definitions.some(({ name }) => name === file)) return [file];
	const definitions = servers.forFile(resolvePath(file, pathBase(ports)));
	if (definitions.length === 0) throw await noServer(call);
	return definitions.map(({ name }) => name);
}
