import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { isForFile, type ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { pathToUri } from "@oh-my-pi/pi-lsp/documents/file-uri";
import type { PlannedFileOperation } from "@oh-my-pi/pi-lsp/edits/plan-workspace-edit";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { pathBase } from "../../files/mutate/ports.ts";
import { mustNotBeSecret } from "../../files/open/must-not-be-secret.ts";
import { notFound } from "../../read/not-found.ts";
import { type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { openDocument } from "../documents/open-document.ts";
import { showLocation } from "../documents/show-location.ts";
import { requireFile } from "../navigation/ask-server.ts";
import { isTypeServer, noServer, startClient } from "../servers/find-client.ts";
import { applyOperations, checkOperations } from "./apply-operations.ts";
import { type FileEdits, mergeEdits, readFileEdits } from "./merge-edits.ts";
import { operationRows, previewRows } from "./operation-rows.ts";
import { ProjectFiles } from "./project-files.ts";
import { planServerEdit, requestEdit } from "./server-edit.ts";

const method = "workspace/willRenameFiles";
const afterMethod = "workspace/didRenameFiles";

interface Move {
	readonly from: string;
	readonly to: string;
	/** Those in a folder, or the file itself. */
	readonly files: readonly string[];
	readonly isFolder: boolean;
}

/** Moves a file or folder, and changes what refers to it as the servers say. */
export async function renameFile(call: LspCall): Promise<LspOutput> {
	const { apply = true } = call.params;
	const move = await readMove(call);
	const files = new ProjectFiles(call.ports, [move.from, move.to]);
	const { clients, edits, notes } = await askServers(call, move, files);
	const planned = await planServerEdit(call, { fromServerPosition: (position) => position }, files, {
		edit: mergeEdits(edits),
		versions: new Map(),
	});
	const rename = { kind: "rename", from: move.from, to: move.to, overwrite: false, ignoreIfExists: false } as const;
	const operations = [...planned, rename];
	const cwd = call.ports.cwd();
	const title = `${showLocation(move.from, cwd)} → ${showLocation(move.to, cwd)}`;
	const serverNames = clients.map(({ definition }) => definition.name).join(", ");
	const facts = serverNames === "" ? {} : { serverName: serverNames };
	if (!apply) {
		await checkOperations(operations, files);
		const rows = previewRows(planned, cwd).map((row) => `  ${row}`);
		return lspOutput(call, ["Rename preview:", `  ${title}`, ...rows, ...notes].join("\n"), facts);
	}
	const { diffs } = await applyOperations(call, operations, files, { isMove: true });
	for (const client of clients) {
		if (client.supports(afterMethod, move.from)) client.notify(afterMethod, { files: fileEntries(move, client) });
	}
	const moved = planned.map((operation) => movedOperation(operation, move));
	const rows = operationRows(moved, cwd).map((row) => `  ${row}`);
	return lspOutput(call, [`Renamed ${title}`, ...rows, ...notes].join("\n"), { ...facts, diffs });
}

async function readMove(call: LspCall): Promise<Move> {
	const { new_name: newName } = call.params;
	const requestedPath = requireFile(call);
	if (newName === undefined || newName.trim() === "") {
		throw new SoftFailure("Error: new_name parameter required for rename_file");
	}
	const base = pathBase(call.ports);
	const from = resolvePath(requestedPath, base);
	mustNotBeSecret(from, showLocation(from, base.cwd), base.home);
	const facts = await lstat(from).catch(() => undefined);
	if (!facts) throw await notFound(requestedPath, base);
	const destination = resolvePath(newName, base);
	const isInto = newName.endsWith("/") || (await lstat(destination).catch(() => undefined))?.isDirectory();
	const to = isInto ? join(destination, basename(from)) : destination;
	const shownTo = showLocation(to, base.cwd);
	if (await lstat(to).catch(() => undefined)) throw new SoftFailure(`Error: ${shownTo} already exists`);
	if (to.startsWith(`${from}/`)) throw new SoftFailure(`Error: ${shownTo} is inside of what is to be moved`);
	const inside = await new ProjectFiles(call.ports, [from]).list(from);
	return { from, to, files: inside ?? [from], isFolder: inside !== undefined };
}

interface Answers {
	readonly clients: readonly LanguageClient[];
	/** Of servers that know the whole project first. */
	readonly edits: readonly FileEdits[];
	readonly notes: readonly string[];
}

async function askServers(call: LspCall, move: Move, files: ProjectFiles): Promise<Answers> {
	const definitions = call.servers.definitions.filter(
		(definition) =>
			isTypeServer(definition) && move.files.some((path) => call.servers.forFile(path).includes(definition)),
	);
	if (definitions.length === 0) throw await noServer(call);
	const answers = await Promise.all(
		definitions.map((definition) =>
			askServer(call, definition, move, files).catch((error) => {
				call.signal.throwIfAborted();
				return { definition, problem: `${definition.name}: ${errorMessage(error)}` };
			}),
		),
	);
	const good = answers.flatMap((answer) => ("client" in answer ? [answer] : []));
	const problems = answers.flatMap((answer) => ("problem" in answer ? [answer.problem] : []));
	if (good.length === 0) throw new SoftFailure(`LSP error: ${problems.join("; ")}. Nothing was moved.`);
	const silent = good.filter(({ edits }) => edits === undefined).map(({ client }) => client.definition.name);
	const sorted = good.toSorted((a, b) => rank(a.client.definition) - rank(b.client.definition));
	return {
		clients: good.map(({ client }) => client),
		edits: sorted.flatMap(({ edits }) => edits ?? []),
		notes: [
			...silent.map((name) => `Note: ${name} does not update references when files move`),
			...problems.map((problem) => `Note: references may be outdated: ${problem}`),
		],
	};
}

function rank({ isProjectAware }: ServerDefinition): number {
	return isProjectAware ? 0 : 1;
}

/** `edits` are missing when the server does not care about moves. */
async function askServer(
	call: LspCall,
	definition: ServerDefinition,
	move: Move,
	files: ProjectFiles,
): Promise<{ readonly client: LanguageClient; readonly edits?: FileEdits }> {
	const client = await startClient(call, definition);
	if (!client.supports(method, move.from)) return { client };
	// Servers know the project of a file that is open.
	const known = move.files.find((path) => call.servers.forFile(path).includes(definition));
	if (known !== undefined) {
		const document = await openDocument(known, call.ports);
		client.sync(document.path, document.text);
	}
	await client.projectLoaded({ signal: call.signal });
	const ask = () => client.request(method, { files: fileEntries(move, client) }, { signal: call.signal });
	const answer = await requestEdit(client, files, ask);
	if (!answer) return { client, edits: new Map() };
	// Refuses what may not be applied, in the words of this server.
	await planServerEdit(call, client, files, answer);
	return { client, edits: await readFileEdits(answer.edit, client, files) };
}

/** A folder as such where the server takes it, else each of its files that is for the server. */
function fileEntries({ from, to, files, isFolder }: Move, { definition, capabilities }: LanguageClient) {
	const moved = !isFolder || takesFolders(capabilities) ? [from] : files.filter((path) => isForFile(definition, path));
	return moved.map((path) => ({ oldUri: pathToUri(path), newUri: pathToUri(to + path.slice(from.length)) }));
}

function takesFolders({ workspace }: LanguageClient["capabilities"]): boolean {
	const operations = isRecord(workspace) ? workspace.fileOperations : undefined;
	const { filters } = isRecord(operations) && isRecord(operations.willRename) ? operations.willRename : {};
	if (!Array.isArray(filters)) return false;
	return filters.some((filter) => isRecord(filter) && isRecord(filter.pattern) && filter.pattern.matches !== "file");
}

/** A file that moved is named by where it is now. */
function movedOperation(operation: PlannedFileOperation, { from, to }: Move) {
	if (operation.kind !== "edit") return operation;
	const { path } = operation;
	const isMoved = path === from || path.startsWith(`${from}/`);
	return isMoved ? { ...operation, path: to + path.slice(from.length) } : operation;
}
