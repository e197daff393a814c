import { dirname } from "node:path";
import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { isForFile, type ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { emptyOutput, type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { FileLines } from "../documents/file-lines.ts";
import { openDocument } from "../documents/open-document.ts";
import { isTypeServer, noServer, startClient } from "../servers/find-client.ts";
import { symbolText } from "./file-symbols.ts";
import { placeText, readPlaces } from "./locations.ts";

const method = "workspace/symbol";
const maxSymbols = 200;
const maxRead = 5000;

/** Symbols of the whole project by name, from all servers. */
export async function findWorkspaceSymbols(call: LspCall): Promise<LspOutput> {
	const { query } = call.params;
	if (query === undefined || query.trim() === "") {
		throw new SoftFailure("Error: query parameter required for workspace symbols");
	}
	const definitions = call.servers.definitions.filter(isTypeServer);
	if (definitions.length === 0) throw await noServer(call);
	const files = new FileLines(call.ports);
	const answers = await Promise.all(
		definitions.map((definition) =>
			askServer(call, definition, query, files).then(
				(rows) => ({ rows, problem: undefined }),
				(error) => {
					call.signal.throwIfAborted();
					return { rows: [], problem: `${definition.name}: ${errorMessage(error)}` };
				},
			),
		),
	);
	const rows = [...new Set(answers.flatMap((answer) => answer.rows))];
	const problems = answers.flatMap(({ problem }) => problem ?? []);
	if (rows.length === 0 && problems.length === definitions.length) {
		throw new SoftFailure(`LSP error: ${problems.join("; ")}`);
	}
	if (rows.length === 0) return emptyOutput(call, [`No symbols matching "${query}"`, ...problems].join("\n"));
	const more = rows.length > maxSymbols ? [`... ${rows.length - maxSymbols} more; narrow the query`] : [];
	const text = [
		`Found ${rows.length} symbol(s) matching "${query}":`,
		...rows.slice(0, maxSymbols),
		...more,
		...problems,
	];
	return lspOutput(call, text.join("\n"));
}

async function askServer(
	call: LspCall,
	definition: ServerDefinition,
	query: string,
	files: FileLines,
): Promise<string[]> {
	const client = await startClient(call, definition);
	if (!client.supports(method)) return [];
	await openSomeFile(call, client);
	await client.projectLoaded({ signal: call.signal });
	const answer = await client.request(method, { query }, { signal: call.signal });
	const symbols = Array.isArray(answer) ? answer.slice(0, maxRead).filter(isRecord) : [];
	const wanted = query.toLowerCase();
	const matching = symbols.filter(({ name }) => typeof name === "string" && name.toLowerCase().includes(wanted));
	const rows = matching.map(async (symbol) => {
		const [place] = await readPlaces(symbol.location, client, files);
		return place ? [`  ${symbolText(symbol)} @ ${placeText(place, call.ports.cwd())}`] : [];
	});
	return (await Promise.all(rows)).flat();
}

/** Some servers, that of TypeScript for one, know no project before a file of it is open. */
async function openSomeFile(call: LspCall, client: LanguageClient): Promise<void> {
	const { definition } = client;
	const state = call.servers.states().find(({ name }) => name === definition.name);
	if (state && state.openFiles > 0) return;
	const path = await findSomeFile(call, definition);
	if (path === undefined) return;
	const document = await openDocument(path, call.ports);
	client.sync(document.path, document.text);
}

/** One that is near the root, as it is most likely part of the project proper. */
async function findSomeFile(
	{ ports, servers, signal }: LspCall,
	definition: ServerDefinition,
): Promise<string | undefined> {
	const found: string[] = [];
	const onPaths = (paths: readonly string[]) => {
		for (const path of paths) if (!path.endsWith("/") && isForFile(definition, path)) found.push(path);
	};
	const { root = servers.root } = definition;
	await ports.finder.glob("**/*", { root, hidden: false, gitignore: true, signal, onPaths });
	const depth = (path: string) => dirname(path).split("/").length;
	found.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
	return found[0] === undefined ? undefined : `${root}/${found[0]}`;
}
