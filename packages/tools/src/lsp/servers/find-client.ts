import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type LspCall, SoftFailure } from "../call/lsp-call.ts";

/** Servers that answer questions about code and change it; linters only report problems. */
export function isTypeServer({ isLinter, linterProgram }: ServerDefinition): boolean {
	return !isLinter && linterProgram === undefined;
}

/** The running server for a file that answers a method: the first that is no linter and can. */
export async function findClient(call: LspCall, path: string, method: string): Promise<LanguageClient> {
	const candidates = call.servers.forFile(path).filter(isTypeServer);
	const reasons: string[] = [];
	for (const definition of candidates) {
		const found = await tryClient(call, definition, path, method);
		if (typeof found !== "string") return found;
		reasons.push(found);
	}
	throw await noClient(call, candidates, reasons);
}

/** All running servers for a file that answer a method. One that cannot is left out if another can. */
export async function findClients(call: LspCall, path: string, method: string): Promise<LanguageClient[]> {
	const candidates = call.servers.forFile(path).filter(({ linterProgram }) => linterProgram === undefined);
	const found = await Promise.all(candidates.map((definition) => tryClient(call, definition, path, method)));
	const clients = found.filter((client) => typeof client !== "string");
	if (clients.length > 0) return clients;
	throw await noClient(
		call,
		candidates,
		found.filter((reason) => typeof reason === "string"),
	);
}

/** The server, or why it does not answer. */
async function tryClient(
	call: LspCall,
	definition: ServerDefinition,
	path: string,
	method: string,
): Promise<LanguageClient | string> {
	try {
		const client = await startClient(call, definition);
		return client.supports(method, path) ? client : `does not support ${method}`;
	} catch (error) {
		call.signal.throwIfAborted();
		return errorMessage(error);
	}
}

async function noClient(
	call: LspCall,
	candidates: readonly ServerDefinition[],
	reasons: readonly string[],
): Promise<SoftFailure> {
	const [first] = candidates;
	if (!first) return noServer(call);
	const failures = candidates.map(({ name }, index) => `${name}: ${reasons[index]}`);
	return new SoftFailure(`LSP error: ${failures.join("; ")}`, { serverName: first.name });
}

export async function startClient(call: LspCall, definition: ServerDefinition): Promise<LanguageClient> {
	call.waiting.for = definition.name;
	return call.servers.client(definition, { signal: call.signal });
}

/** With what is known about why there is none. */
export async function noServer({ ports }: LspCall): Promise<SoftFailure> {
	const notes = await ports.languages.notes();
	return new SoftFailure(["No language server found for this action", ...notes].join("\n"));
}
