import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { type ListSessionsResponse, RequestError } from "@agentclientprotocol/sdk/unstable";
import { type SessionInfo, SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openSession } from "../../assembly/open-session.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { nameByFirstMessage } from "../../session-actions/automatic-titles.ts";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import { choiceEnvironment } from "../../startup/open-session.ts";
import { prepareStart } from "../../startup/prepare-start.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

const pageSize = 50;

/** Opens and lists sessions: each has a folder, settings and a workbench of its own. */
export class SessionStarter {
	readonly #host: Host;
	readonly #options: LaunchOptions;
	#listing: SessionListing | undefined;

	constructor(host: Host, options: LaunchOptions) {
		this.#host = host;
		this.#options = options;
	}

	/** A new session, or a known one that is continued or copied. */
	async start(
		cwd: string,
		startOptions: {
			readonly resume?: string;
			readonly fork?: string;
			readonly addDirs?: readonly string[] | undefined;
		} = {},
	): Promise<OpenedConversation> {
		const addDirs = [...this.#options.addDirs, ...(startOptions.addDirs ?? [])];
		const { resume, fork } = startOptions;
		const options = { ...this.#options, continue: false, resume, fork, addDirs, allowHome: true };
		// The client chooses the folder, so the home folder is as good as any.
		const prepared = await prepareStart({ ...this.#host, cwd: mustBeFolder(cwd) }, options);
		if (options.trustRequired) {
			const { requireTrust } = await import("../../assembly/required-trust.ts");
			await requireTrust(prepared);
		}
		const session = await openSession(prepared, options);
		nameByFirstMessage(session, options);
		return session;
	}

	/** The file of a session that the client names. */
	find(sessionId: string): string {
		const found = this.#sessions.listAll().find(({ id }) => id === sessionId);
		if (!found) throw badParams(`Unsupported ACP session: ${sessionId}`);
		return found.path;
	}

	/** Last modified first, a page at a time. */
	list({ cwd, cursor }: { readonly cwd?: string | null; readonly cursor?: string | null }): ListSessionsResponse {
		const start = cursor ? Number(cursor) : 0;
		if (!Number.isInteger(start) || start < 0) throw badParams(`Unknown ACP cursor: ${cursor}`);
		const all = cwd ? this.#sessions.list(mustBeAbsolute(cwd)) : this.#sessions.listAll();
		const end = start + pageSize;
		return { sessions: all.slice(start, end).map(listed), ...(end < all.length && { nextCursor: String(end) }) };
	}

	get #sessions(): SessionListing {
		const agentDir = resolveDirectories(this.#host).agent;
		this.#listing ??= new SessionListing(choiceEnvironment(this.#host, agentDir, this.#options));
		return this.#listing;
	}
}

function listed({ id, cwd, title, firstMessage, modified, messageCount, size }: SessionInfo) {
	const name = title ?? firstMessage.split("\n", 1)[0];
	return {
		sessionId: id,
		cwd,
		...(name && { title: name }),
		updatedAt: new Date(modified).toISOString(),
		_meta: { messageCount, size },
	};
}

function mustBeFolder(cwd: string): string {
	if (!statSync(mustBeAbsolute(cwd), { throwIfNoEntry: false })?.isDirectory()) {
		throw badParams(`ACP cwd is not a directory: ${cwd}`);
	}
	return cwd;
}

function mustBeAbsolute(cwd: string): string {
	if (!isAbsolute(cwd)) throw badParams(`ACP cwd must be absolute: ${cwd}`);
	return cwd;
}

/** Clients show the message; other programs read the details. */
export function badParams(details: string): RequestError {
	return RequestError.invalidParams({ details }, details);
}
