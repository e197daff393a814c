import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import { type FileDiff, type LspCall, SoftFailure } from "../call/lsp-call.ts";
import type { PointedAt } from "../navigation/ask-server.ts";
import { applyOperations } from "./apply-operations.ts";
import { type OfferedAction, readAction, type ServerCommand } from "./code-action.ts";
import { ProjectFiles } from "./project-files.ts";
import { planServerEdit, receivedEdit } from "./server-edit.ts";

export interface AppliedAction {
	readonly lines: readonly string[];
	readonly diffs: readonly FileDiff[];
}

/** Makes the edit of a code action, then runs its command. */
export async function applyAction(
	call: LspCall,
	{ client, document }: PointedAt,
	offered: OfferedAction,
): Promise<AppliedAction> {
	const serverName = client.definition.name;
	if (offered.disabledReason !== undefined) {
		throw new SoftFailure(`"${offered.title}" is not possible here: ${offered.disabledReason}`, { serverName });
	}
	const action = await resolveAction(call, client, offered);
	const { command } = action;
	const edits = new CheckedEdits(call, client, document.path);
	if (action.edit) await edits.apply(action.edit);
	const isForEditors = command !== undefined && !takesCommand(client, command);
	const problem = command && !isForEditors ? await runCommand(call, client, edits, command) : undefined;
	if (problem !== undefined) {
		throw new SoftFailure([`LSP error: ${problem}`, ...edits.rows].join("\n"), { serverName });
	}
	if (isForEditors && edits.rows.length === 0) {
		throw new SoftFailure(`LSP error: the command ${command.command} is one that an editor would run`, { serverName });
	}
	const lines = [
		...(edits.rows.length > 0 ? ["  Workspace edit:", ...edits.rows.map((row) => `    ${row}`)] : []),
		...(command && !isForEditors ? ["  Executed command(s):", `    ${command.command}`] : []),
		...(isForEditors ? [`  Left out ${command.command}, a command for editors`] : []),
	];
	if (lines.length === 0) {
		const problem = "the server sent neither an edit nor a command";
		throw new SoftFailure(`"${action.title}" changes nothing: ${problem}`, { serverName });
	}
	return { lines: [`Applied "${action.title}":`, ...lines], diffs: edits.diffs };
}

async function resolveAction(call: LspCall, client: LanguageClient, action: OfferedAction): Promise<OfferedAction> {
	const provider = client.capabilities.codeActionProvider;
	if (action.edit || !isRecord(provider) || provider.resolveProvider !== true) return action;
	if (typeof action.raw.command === "string") return action;
	return readAction(await client.request("codeAction/resolve", action.raw, { signal: call.signal })) ?? action;
}

/** Edits of a server, each checked as a whole before it is made. */
class CheckedEdits {
	readonly rows: string[] = [];
	readonly diffs: FileDiff[] = [];
	readonly #call: LspCall;
	readonly #client: LanguageClient;
	readonly #namedPath: string;

	constructor(call: LspCall, client: LanguageClient, namedPath: string) {
		this.#call = call;
		this.#client = client;
		this.#namedPath = namedPath;
	}

	async apply(edit: WorkspaceEdit): Promise<void> {
		const files = new ProjectFiles(this.#call.ports, [this.#namedPath]);
		const received = await receivedEdit(this.#client, files, edit);
		const operations = await planServerEdit(this.#call, this.#client, files, received);
		if (operations.length === 0) return;
		const { rows, diffs } = await applyOperations(this.#call, operations, files);
		this.rows.push(...rows);
		this.diffs.push(...diffs);
	}
}

/** Edits that the server asks for meanwhile go the same checked way. Gives what went wrong. */
async function runCommand(
	call: LspCall,
	client: LanguageClient,
	edits: CheckedEdits,
	{ command, arguments: args }: ServerCommand,
): Promise<string | undefined> {
	if (client.onApplyEdit) return `${client.definition.name} is busy with another code action; try again`;
	let refusal: string | undefined;
	client.onApplyEdit = async (edit) => {
		try {
			await edits.apply(edit as WorkspaceEdit);
			return { applied: true };
		} catch (error) {
			refusal = errorMessage(error);
			return { applied: false, failureReason: refusal };
		}
	};
	try {
		const params = { command, ...(Array.isArray(args) && { arguments: args }) };
		await client.request("workspace/executeCommand", params, { signal: call.signal });
		return refusal;
	} catch (error) {
		call.signal.throwIfAborted();
		return refusal ?? errorMessage(error);
	} finally {
		client.onApplyEdit = undefined;
	}
}

function takesCommand({ capabilities }: LanguageClient, { command }: ServerCommand): boolean {
	const provider = capabilities.executeCommandProvider;
	return !isRecord(provider) || !Array.isArray(provider.commands) || provider.commands.includes(command);
}
