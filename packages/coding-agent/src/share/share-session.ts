import { toBase64Url } from "@oh-my-pi/pi-utils/bytes/base64url";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { exportedSession } from "../export/export-html.ts";
import { redactPage } from "../export/redact-page.ts";
import { resolveDirectories } from "../process/directories.ts";
import { loadRedactor } from "../process/secrets/load-secrets.ts";
import { collabSettings, shareSettings } from "../settings/sections/services/collab.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { maxGistBytes, maxServerBytes, sealedSnapshot } from "./fit-snapshot.ts";
import { ShareError } from "./share-error.ts";

export interface SharePorts {
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	/** Runs a program with text on stdin and returns its stdout; rejects when it fails. */
	readonly run: (command: readonly string[], input: string) => Promise<string>;
}

export interface SharedSession extends Pick<OpenedConversation, "settings" | "host"> {
	readonly conversation: Pick<OpenedConversation["conversation"], "log" | "systemPrompt" | "tools">;
}

const timeoutMs = 30_000;

/** Uploads the session encrypted and returns the link. The key is in the fragment, so it is never sent. */
export async function shareSession(session: SharedSession, ports: SharePorts): Promise<string> {
	const { conversation, settings, host } = session;
	const page = {
		...exportedSession(conversation.log),
		systemPrompt: conversation.systemPrompt,
		tools: conversation.tools.map(({ name, prompt: description }) => ({ name, description })),
	};
	const hides = settings.get(shareSettings.redactSecrets);
	const shown = hides ? redactPage(page, await loadRedactor({ host, agentDir: resolveDirectories(host).agent })) : page;
	const server = settings.get(shareSettings.serverUrl).replace(/\/+$/, "");
	let noGist: ShareError | undefined;
	if (settings.get(shareSettings.store) === "gist") {
		const { bytes, key } = await sealedSnapshot(shown, maxGistBytes);
		try {
			return linkTo(server || findViewer(settings.get(collabSettings.relayUrl)), await toGist(bytes, ports), key);
		} catch (error) {
			if (!(error instanceof ShareError) || server === "") throw error;
			noGist = error;
		}
	}
	if (server === "")
		throw new ShareError("no-server", "No server for sharing is set (share.serverUrl). omp collab relay is one.");
	const { bytes, key } = await sealedSnapshot(shown, maxServerBytes);
	try {
		return linkTo(server, await upload(bytes, server, headersFor(server, session), ports), key);
	} catch (error) {
		if (!(error instanceof ShareError) || !noGist) throw error;
		throw new ShareError(error.kind, `${noGist.message} ${error.message}`, { cause: error });
	}
}

function linkTo(server: string, id: string, key: Uint8Array): string {
	return `${server}/${id}#${toBase64Url(key)}`;
}

/** The page of any relay opens a gist: that of the settings, or one that the reader starts. */
function findViewer(relay: string): string {
	const address = relay.trim().replace(/^ws/, "http");
	const isAddress = /^https?:/.test(address) && URL.canParse(address);
	return `${isAddress ? new URL(address).origin : "http://localhost:7475"}/s`;
}

/** A relay of one's own takes sessions only from those who may host. */
function headersFor(server: string, { settings, host }: SharedSession): Record<string, string> {
	const relay = settings.get(collabSettings.relayUrl).replace(/^ws/, "http");
	const token = settings.get(collabSettings.relayToken) || host.env.OMP_COLLAB_TOKEN;
	const isRelay = URL.canParse(relay) && URL.canParse(server) && new URL(relay).origin === new URL(server).origin;
	return isRelay && token ? { authorization: `Bearer ${token}` } : {};
}

async function upload(
	bytes: Uint8Array,
	server: string,
	headers: Record<string, string>,
	{ fetch }: SharePorts,
): Promise<string> {
	let response: Response;
	try {
		response = await fetch(server, {
			method: "POST",
			headers: { "content-type": "application/octet-stream", ...headers },
			body: Buffer.from(bytes),
			signal: AbortSignal.timeout(timeoutMs),
		});
	} catch (error) {
		const why = connectionFailure(error);
		throw new ShareError("unreachable", `${server} cannot be reached (${why}).`, { cause: error });
	}
	const text = await response.text();
	if (!response.ok) throw new ShareError("refused", `${server} refused the upload with status ${response.status}.`);
	const id = idIn(text);
	if (!id) throw new ShareError("refused", `${server} returned no id.`);
	return id;
}

/** `{"id":"…"}`, or a plain id. */
function idIn(text: string): string | undefined {
	try {
		const { id } = JSON.parse(text) as { id?: unknown };
		return typeof id === "string" && id !== "" ? id : undefined;
	} catch {
		return /^[\w-]+$/.exec(text.trim())?.[0];
	}
}

/** A secret gist of the user. Needs `gh`, logged in. */
async function toGist(bytes: Uint8Array, { run }: SharePorts): Promise<string> {
	let printed: string;
	try {
		printed = await run(
			["gh", "gist", "create", "--filename", "session.ompshare.txt", "-"],
			Buffer.from(bytes).toString("base64"),
		);
	} catch (error) {
		throw new ShareError("no-gist", `No gist was made, since gh did not work (${oneLine(errorMessage(error))}).`, {
			cause: error,
		});
	}
	const id = /([0-9a-f]{20,})\s*$/.exec(printed)?.[1];
	if (!id) throw new ShareError("no-gist", `gh named no gist: ${oneLine(printed)}`);
	return id;
}
