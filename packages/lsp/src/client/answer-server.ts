import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import type { ApplyEditResult } from "../contract/language-client.ts";
import { RequestRefusal } from "../rpc/rpc-connection.ts";
import { rpcCodes } from "../rpc/rpc-message.ts";
import { findSettings } from "./find-settings.ts";
import type { ServerCapabilities } from "./server-capabilities.ts";
import type { ServerLog } from "./server-log.ts";

/** What the answers to a server need. */
export interface AnswerPorts {
	readonly settings: Readonly<Record<string, unknown>>;
	readonly workspaceFolders: ReadonlyArray<{ readonly uri: string; readonly name: string }>;
	readonly capabilities: ServerCapabilities;
	readonly log: ServerLog;
	readonly refreshDiagnostics: () => void;
	readonly applyEdit: () => ((edit: WorkspaceEdit, label: string | undefined) => Promise<ApplyEditResult>) | undefined;
}

type Answer = (params: Readonly<Record<string, unknown>>, ports: AnswerPorts) => unknown;

const maxSections = 1000;
const answerNothing = () => null;

const answers: Readonly<Record<string, Answer>> = {
	"workspace/configuration": ({ items }, { settings }) =>
		(Array.isArray(items) ? items : [])
			.slice(0, maxSections)
			.map((item) => findSettings(settings, isRecord(item) ? item.section : undefined)),
	"workspace/workspaceFolders": (_, { workspaceFolders }) => workspaceFolders,
	"workspace/applyEdit": applyEdit,
	"client/registerCapability": (params, { capabilities }) => capabilities.register(params),
	"client/unregisterCapability": (params, { capabilities }) => capabilities.unregister(params),
	"window/workDoneProgress/create": answerNothing,
	// Nobody is asked: the message is in the log, and no answer was chosen.
	"window/showMessageRequest": ({ message }, { log }) => {
		if (typeof message === "string") log.add(message);
		return null;
	},
	"window/showDocument": () => ({ success: false }),
	"workspace/diagnostic/refresh": (_, { refreshDiagnostics }) => refreshDiagnostics(),
	"workspace/semanticTokens/refresh": answerNothing,
	"workspace/inlayHint/refresh": answerNothing,
	"workspace/inlineValue/refresh": answerNothing,
	"workspace/codeLens/refresh": answerNothing,
	"workspace/foldingRange/refresh": answerNothing,
};

/** The answer to a request of the server; throws a `RequestRefusal` for one that is not known. */
export function answerServer(method: string, params: unknown, ports: AnswerPorts): unknown {
	const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
	if (!answer) throw new RequestRefusal(rpcCodes.methodNotFound, `Unsupported request: ${method.slice(0, 200)}`);
	return answer(isRecord(params) ? params : {}, ports);
}

async function applyEdit(
	{ edit, label }: Readonly<Record<string, unknown>>,
	ports: AnswerPorts,
): Promise<ApplyEditResult> {
	const apply = ports.applyEdit();
	if (!apply) return { applied: false, failureReason: "No edit was asked for" };
	if (!isRecord(edit)) return { applied: false, failureReason: "The edit is missing" };
	try {
		// Its parts are checked when it is planned.
		return await apply(edit, typeof label === "string" ? label : undefined);
	} catch (error) {
		return { applied: false, failureReason: errorMessage(error) };
	}
}
