import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { Diagnostic, Position, Range } from "vscode-languageserver-types";
import { emptyOutput, type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { type PointedAt, pointAtAll } from "../navigation/ask-server.ts";
import { applyAction } from "./apply-action.ts";
import { actionLine, chooseAction, isActionKind, type OfferedAction, readActions } from "./code-action.ts";

const method = "textDocument/codeAction";
const diagnosticsWaitMs = 3000;
const maxPlaces = 6;

/** Lists fixes and refactorings at a place, or applies one. */
export async function codeActions(call: LspCall): Promise<LspOutput> {
	const { query = "", apply = false } = call.params;
	const targets = await pointAtAll(call, method);
	const [target] = targets;
	const serverName = targets.map(({ client }) => client.definition.name).join(", ");
	const place = target ? placeKey(call, target) : "";
	const isIndex = /^\d+$/.test(query.trim());
	const listing = isIndex && call.ports.listings.last?.place === place ? call.ports.listings.last : undefined;
	const only = isIndex ? listing?.only : isActionKind(query) ? query : undefined;
	const actions = (await Promise.all(targets.map((one) => listActions(call, one, only)))).flat();
	if (actions.length === 0) {
		const what = only === undefined ? "No code actions" : `No code actions of kind ${only}`;
		const line = (target?.position.line ?? 0) + 1;
		return emptyOutput(call, `${what} at ${target?.document.shownPath}:${line}`, serverName);
	}
	if (!apply || query.trim() === "") return list(call, actions, { query, only, place, serverName, apply });
	const index = Number(query);
	if (listing && listing.titles[index] !== undefined && actions[index]?.title !== listing.titles[index]) {
		throw new SoftFailure(unmatched(`The code actions here have changed since they were listed.`, actions), {
			serverName,
		});
	}
	const choice = chooseAction(actions, query.trim());
	if (choice.kind === "none") {
		throw new SoftFailure(unmatched(`No code action matches "${query}".`, actions), { serverName });
	}
	if (choice.kind === "several") {
		throw new SoftFailure(
			unmatched(`${choice.matching.length} code actions match "${query}"; use the index.`, actions),
			{
				serverName,
			},
		);
	}
	const { action } = choice;
	const { lines, diffs } = await applyAction(call, action.target, action);
	return lspOutput(call, lines.join("\n"), { serverName: action.target.client.definition.name, diffs });
}

function list(
	call: LspCall,
	actions: readonly OfferedAction[],
	{
		query,
		only,
		place,
		serverName,
		apply,
	}: Record<"query" | "place" | "serverName", string> & {
		readonly only: string | undefined;
		readonly apply: boolean;
	},
): LspOutput {
	const rows = actions.map(actionLine);
	const wanted = query.trim().toLowerCase();
	// The numbers are those of the whole list, so that one can be picked by its number later.
	const shown =
		only !== undefined || wanted === ""
			? rows
			: rows.filter((_, index) => actions[index]?.title.toLowerCase().includes(wanted));
	call.ports.listings.last = { place, only, titles: actions.map(({ title }) => title) };
	if (shown.length === 0)
		throw new SoftFailure(unmatched(`No code action matches "${query}".`, actions), { serverName });
	const text = [`${shown.length} code action(s):`, ...shown].join("\n");
	if (!apply) return lspOutput(call, text, { serverName });
	const problem = "Error: query parameter required to apply a code action: its index or a part of its title";
	throw new SoftFailure(`${problem}\n${text}`, { serverName });
}

function unmatched(problem: string, actions: readonly OfferedAction[]): string {
	return [`${problem} Available actions:`, ...actions.map(actionLine)].join("\n");
}

function placeKey({ params }: LspCall, { document, position }: PointedAt): string {
	return `${document.path}:${position.line}:${position.character}:${params.symbol ?? ""}`;
}

/** An action with the server that offers it. */
interface PlacedAction extends OfferedAction {
	readonly target: PointedAt;
}

/** Where only a line is named, what a problem on it can be fixed with belongs to it too. */
async function listActions(call: LspCall, target: PointedAt, only: string | undefined): Promise<PlacedAction[]> {
	const { client, document, position, request } = target;
	const { signal } = call;
	const { symbol, column } = call.params;
	const known =
		client.knownDiagnostics(document.path) ??
		(await client.diagnostics(document.path, { signal, timeoutMs: diagnosticsWaitMs })) ??
		[];
	const onLine = known.filter(({ range }) => range.start.line <= position.line && range.end.line >= position.line);
	const isExact = (symbol !== undefined && symbol !== "") || column !== undefined;
	const atPoint = onLine.filter(({ range }) => contains(range, position));
	const ranges = isExact ? [] : onLine.filter((problem) => !atPoint.includes(problem)).map(({ range }) => range);
	const point = { start: request.position, end: request.position };
	const lineText = (lineIndex: number) => document.lines[lineIndex] ?? "";
	const places = [point, ...ranges.map((range) => serverRange(client, range, lineText))].slice(0, maxPlaces);
	const found = new Map<string, PlacedAction>();
	for (const range of places) {
		const params = {
			textDocument: request.textDocument,
			range,
			context: {
				diagnostics: onLine.map((problem) => ({ ...problem, range: serverRange(client, problem.range, lineText) })),
				triggerKind: 1,
				...(only !== undefined && { only: [only] }),
			},
		};
		for (const action of readActions(await client.request(method, params, { signal }))) {
			const key = `${action.kind}:${action.title}`;
			if (!found.has(key)) found.set(key, { ...action, target });
		}
	}
	return [...found.values()];
}

function serverRange(client: LanguageClient, { start, end }: Range, lineText: (lineIndex: number) => string): Range {
	return {
		start: client.toServerPosition(start, lineText(start.line)),
		end: client.toServerPosition(end, lineText(end.line)),
	};
}

function contains({ start, end }: Diagnostic["range"], { line, character }: Position): boolean {
	const isAfterStart = line > start.line || (line === start.line && character >= start.character);
	return isAfterStart && (line < end.line || (line === end.line && character <= end.character));
}
