import { join } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** An advisor's own log, beside the artifacts of the session that it watches; opened with the first update. */
export class ReviewerLog {
	readonly #primary: () => SessionLog;
	readonly #fileName: string;
	#open: { readonly primaryId: string; readonly log: SessionLog } | undefined;

	constructor(primary: () => SessionLog, slug: string | undefined) {
		this.#primary = primary;
		this.#fileName = slug === undefined ? "__advisor.jsonl" : `__advisor.${slug}.jsonl`;
	}

	append(message: AgentMessage): void {
		this.#current().appendMessage(message as Extract<SessionMessage, { role: "user" }>);
	}

	async flush(): Promise<void> {
		if (this.#open) await ignoreFailure(this.#open.log.flush(), "the advisor's log is for people to read later");
	}

	async close(): Promise<void> {
		const log = this.#open?.log;
		this.#open = undefined;
		if (log) await ignoreFailure(log.close(), "the advisor's log is for people to read later");
	}

	#current(): SessionLog {
		const primary = this.#primary();
		if (this.#open?.primaryId !== primary.id) {
			void this.close();
			this.#open = { primaryId: primary.id, log: openLog(primary, this.#fileName) };
		}
		return this.#open.log;
	}
}

/** In memory where the session is, or where the file cannot be used. */
function openLog(primary: SessionLog, fileName: string): SessionLog {
	const { environment, artifactsDirectory, cwd, id } = primary;
	try {
		const opening =
			artifactsDirectory === undefined ? undefined : openSession(environment, join(artifactsDirectory, fileName));
		if (opening?.kind === "opened") return opening.log;
	} catch (error) {
		logIgnored("the advisor's log is for people to read later", error);
	}
	return inMemorySession(environment, { cwd, parentSession: id });
}
