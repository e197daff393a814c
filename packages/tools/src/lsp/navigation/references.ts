import { sleep } from "@oh-my-pi/pi-utils/abort";
import { emptyOutput, type LspCall, type LspOutput, lspOutput } from "../call/lsp-call.ts";
import { FileLines } from "../documents/file-lines.ts";
import { type PointedAt, pointAt } from "./ask-server.ts";
import { type CodePlace, contextLines, placeText, readPlaces } from "./locations.ts";

const method = "textDocument/references";
const maxRetries = 2;
const retryDelayMs = 250;
const maxWithContext = 50;
const maxShown = 1000;

export async function findReferences(call: LspCall): Promise<LspOutput> {
	const target = await pointAt(call, method);
	const files = new FileLines(call.ports);
	const cwd = call.ports.cwd();
	const places = sortPlaces(await ask(call, target, files), cwd);
	const serverName = target.client.definition.name;
	if (places.length === 0) return emptyOutput(call, "No references found", serverName);
	const lines = [`Found ${places.length} reference(s):`];
	for (const [index, place] of places.slice(0, maxShown).entries()) {
		if (index === maxWithContext) {
			lines.push(`... ${places.length - maxWithContext} additional reference(s) shown without context`);
		}
		lines.push(`  ${placeText(place, cwd)}`);
		if (index < maxWithContext) lines.push(...(await contextLines(place, files)));
	}
	if (places.length > maxShown) lines.push(`... ${places.length - maxShown} more not shown`);
	return lspOutput(call, lines.join("\n"), { serverName });
}

/** A server that has just loaded a project may know the declaration before it knows the rest. */
async function ask(call: LspCall, { client, request }: PointedAt, files: FileLines): Promise<CodePlace[]> {
	const { signal } = call;
	const params = { ...request, context: { includeDeclaration: true } };
	for (let retries = 0; ; retries++) {
		const places = await readPlaces(await client.request(method, params, { signal }), client, files);
		if (places.length > 1 || retries === maxRetries) return places;
		await sleep(retryDelayMs, { signal });
	}
}

/** Those of the project first, by file and line. */
function sortPlaces(places: readonly CodePlace[], cwd: string): CodePlace[] {
	const isOutside = ({ path }: CodePlace) => (path?.startsWith(`${cwd}/`) ? 0 : 1);
	return places.toSorted(
		(a, b) =>
			isOutside(a) - isOutside(b) ||
			(a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0) ||
			a.position.line - b.position.line ||
			a.position.character - b.position.character,
	);
}
