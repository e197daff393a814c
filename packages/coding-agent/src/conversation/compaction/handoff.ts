import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context, ToolChoice, UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { AsideError, type AsidePorts, askAside } from "../aside/ask-aside.ts";
import { visiblePath } from "../history/visible-path.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { SessionChange } from "../session/change-session.ts";
import { emptySession } from "../session/empty-session.ts";
import handoffPrompt from "./prompts/handoff.md" with { type: "text" };
import handoffContext from "./prompts/handoff-context.md" with { type: "text" };
import handoffFocus from "./prompts/handoff-focus.md" with { type: "text" };

export interface HandoffResult {
	readonly document: string;
	readonly savedPath?: string;
}

/** A handoff that is impossible or was canceled. */
export class HandoffError extends Error {
	override readonly name = "HandoffError";
}

interface HandoffPorts extends AsidePorts {
	readonly live: LiveContext;
	/** Switches to another session. */
	readonly enter: (change: SessionChange) => Promise<boolean>;
	readonly warn: (message: string) => void;
	readonly now: () => number;
}

/** Asks the model for a handoff document and continues with it in a new session. */
export class Handoff {
	readonly #ports: HandoffPorts;

	constructor(ports: HandoffPorts) {
		this.#ports = ports;
	}

	/** On request of the user. */
	async handOff(options: { readonly focus?: string; readonly signal: AbortSignal }): Promise<HandoffResult> {
		try {
			return await this.enter(await this.write(options));
		} catch (error) {
			const isCancelled = options.signal.aborted || (error instanceof AsideError && error.kind === "empty");
			throw isCancelled ? new HandoffError("Handoff cancelled") : error;
		}
	}

	/** Only writes the document. Throws when the session is empty or the model wrote nothing. */
	async write(options: { readonly focus?: string; readonly signal: AbortSignal }): Promise<string> {
		const { live } = this.#ports;
		const messageCount = visiblePath(live.log.path()).steps.filter(({ type }) => type === "message").length;
		if (messageCount < 2) throw new HandoffError("Nothing to hand off (no messages yet)");
		const { model } = live.parts;
		if (!model) throw new HandoffError("No model selected.");
		const context = await live.contextWith([this.#question(options.focus)], options.signal);
		return this.#ask(context, model, options.signal);
	}

	/** Switches to a new session that starts with the document; the old one is unchanged. */
	async enter(document: string, options: { readonly save?: boolean } = {}): Promise<HandoffResult> {
		const { live, enter } = this.#ports;
		const done = await enter({
			before: { type: "session_before_switch", reason: "handoff" },
			async open(current) {
				const log = emptySession(current, live.chosen, current.file ?? current.id);
				log.appendCustomMessageEntry("handoff", renderPrompt(handoffContext, { document }), true, undefined, "agent");
				log.ensureOnDisk();
				return { log, undo: () => log.drop() };
			},
			after: (previousSessionFile) => ({ type: "session_switch", reason: "handoff", previousSessionFile }),
		});
		if (!done) throw new HandoffError("Handoff cancelled");
		const savedPath = options.save ? await this.#save(document, live.log) : undefined;
		return { document, ...(savedPath !== undefined && { savedPath }) };
	}

	#question(focus: string | undefined): UserMessage {
		const parts = [renderPrompt(handoffPrompt), ...(focus ? [renderPrompt(handoffFocus, { focus })] : [])];
		return { role: "user", content: parts.join("\n\n"), attribution: "agent", timestamp: this.#ports.now() };
	}

	async #ask(context: Context, model: Model, signal: AbortSignal): Promise<string> {
		const ask = (toolChoice: ToolChoice) => {
			const optionsFor = () => ({ toolChoice });
			return askAside({ contextFor: () => context, optionsFor, signal, purpose: "compaction" }, [model], this.#ports);
		};
		try {
			return await ask("none");
		} catch (error) {
			if (!(error instanceof AsideError)) throw error;
			// Some providers reject `none`; the instructions forbid tools anyway.
			return ask("auto");
		}
	}

	async #save(document: string, log: SessionLog): Promise<string | undefined> {
		const folder = log.artifactsDirectory;
		if (folder === undefined) return undefined;
		const path = join(folder, `handoff-${new Date(this.#ports.now()).toISOString().replaceAll(":", "-")}.md`);
		try {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			await writeFile(path, `${document}\n`, { mode: 0o600 });
			return path;
		} catch (error) {
			this.#ports.warn(`The handoff could not be saved: ${errorMessage(error)}`);
			return undefined;
		}
	}
}
