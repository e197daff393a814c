import { emptyOutput, type LspCall, type LspOutput, lspOutput } from "../call/lsp-call.ts";
import { FileLines } from "../documents/file-lines.ts";
import { pointAt } from "./ask-server.ts";
import { contextLines, placeText, readPlaces } from "./locations.ts";

const kinds = {
	definition: { method: "textDocument/definition", noun: "definition" },
	type_definition: { method: "textDocument/typeDefinition", noun: "type definition" },
	implementation: { method: "textDocument/implementation", noun: "implementation" },
} as const;

const maxWithContext = 50;

export async function findDefinitions(call: LspCall, kind: keyof typeof kinds): Promise<LspOutput> {
	const { method, noun } = kinds[kind];
	const { client, request } = await pointAt(call, method);
	const files = new FileLines(call.ports);
	const answer = await client.request(method, request, { signal: call.signal });
	const places = await readPlaces(answer, client, files);
	const serverName = client.definition.name;
	if (places.length === 0) return emptyOutput(call, `No ${noun} found`, serverName);
	const cwd = call.ports.cwd();
	const lines = [`Found ${places.length} ${noun}(s):`];
	for (const [index, place] of places.entries()) {
		lines.push(`  ${placeText(place, cwd)}`);
		if (index < maxWithContext) lines.push(...(await contextLines(place, files)));
	}
	return lspOutput(call, lines.join("\n"), { serverName });
}
