import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { CallRef } from "@oh-my-pi/pi-tools/files/mutate/commit-journaled";
import type { EditorWrite } from "@oh-my-pi/pi-tools/files/mutate/editor-files";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { FrontEndPorts } from "../../workbench/contract/front-end.ts";
import type { ClientPort } from "./client-port.ts";

/** Text files through the client, as far as it offers that: it has what is not saved yet. */
export function clientFiles(client: ClientPort): Pick<FrontEndPorts, "files"> {
	const { readTextFile, writeTextFile } = client.capabilities.fs ?? {};
	if (!readTextFile && !writeTextFile) return {};
	return {
		files: {
			...(readTextFile && {
				// A client that cannot read a file leaves it to the disk.
				read: (path: string) => client.readTextFile(path).catch(() => undefined),
			}),
			...(writeTextFile && {
				write: (file: EditorWrite, call: CallRef) =>
					file.text === undefined ? askToWrite(client, file.path, call) : writeText(client, file.path, file.text),
			}),
		},
	};
}

const methodNotFound = -32601;

/** The write itself is the question; only a client that does not know it leaves the file to the disk. */
async function writeText(client: ClientPort, path: string, text: string): Promise<"written" | "allowed"> {
	try {
		await client.writeTextFile(path, text);
		return "written";
	} catch (error) {
		if (error instanceof RequestError && error.code === methodNotFound) return "allowed";
		throw new Error(clientWords(error), { cause: error });
	}
}

/** The protocol only writes text, so a client that decides about writes is asked about the rest. */
async function askToWrite(client: ClientPort, path: string, { id, signal }: CallRef): Promise<"allowed"> {
	const toolCall = { toolCallId: id, title: `Write ${path}`, kind: "edit" as const, locations: [{ path }] };
	const { outcome } = await client.requestPermission(
		toolCall,
		[
			{ optionId: "allow_once", name: "Allow once", kind: "allow_once" },
			{ optionId: "reject_once", name: "Reject", kind: "reject_once" },
		],
		signal,
	);
	if (outcome.outcome === "selected" && outcome.optionId === "allow_once") return "allowed";
	throw new Error(`not allowed to write ${path}`);
}

/** Libraries put what went wrong behind "Internal error". */
function clientWords(error: unknown): string {
	const data = error instanceof RequestError ? error.data : undefined;
	const details = isRecord(data) ? (data.details ?? data.message) : data;
	return typeof details === "string" && details !== "" ? details : errorMessage(error);
}
