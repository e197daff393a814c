import type { Params, ServerPorts } from "@oh-my-pi/pi-mcp/server/server-config";
import { mcpSettings } from "../../../settings/sections/services/mcp.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { askForm } from "./ask-form.ts";
import { askToOpen, requiredPages } from "./ask-to-open.ts";
import { SamplingError, samplingQuestion, samplingRequest, samplingResult } from "./sample.ts";

type Session = Pick<OpenedConversation, "frontEnd" | "settings" | "conversation" | "host">;

/** A server that asks more than this at a time is not answered. */
const maxWaiting = 5;

/** What servers ask for: answers of the user, and of the model. Without anybody to ask, both are refused. */
export class ServerAsks {
	readonly #session: Session;
	/** Servers that may use the model until the session ends. */
	readonly #sampling = new Set<string>();
	readonly #waiting = new Map<string, Set<AbortController>>();
	/** Pages that were opened, by server and id; resolved when the server says that they are done. */
	readonly #pages = new Map<string, () => void>();

	constructor(session: Session) {
		this.#session = session;
	}

	ports(server: string): Pick<ServerPorts, "elicit" | "sample"> {
		const tooMany = async () => {
			throw new SamplingError("Too many requests at a time", -1);
		};
		return {
			elicit: (params, signal) =>
				this.#limited(server, signal, (ended) => this.#elicit(server, params, ended)).then(
					(answer) => answer ?? { action: "cancel" },
				),
			sample: (params, signal) =>
				this.#limited(server, signal, (ended) => this.#sample(server, params, ended)).then(
					(answer) => answer ?? tooMany(),
				),
		};
	}

	/** A call of the user's was aborted: what its server still asks is not wanted any more. */
	abandon(server: string): void {
		for (const controller of this.#waiting.get(server) ?? []) controller.abort();
	}

	/** A page that the user was sent to is done. */
	completed(server: string, { elicitationId }: Params): void {
		this.#pages.get(`${server}\0${String(elicitationId)}`)?.();
	}

	/** Sends the user to the pages that a call needs; true when it is worth another try. */
	async visitPages(server: string, data: unknown, signal: AbortSignal): Promise<boolean> {
		const dialogs = await this.#session.frontEnd.dialogs?.();
		const pages = requiredPages(data).slice(0, maxWaiting);
		if (!dialogs || pages.length === 0) return false;
		for (const { url, message, id } of pages) {
			const isDone = new AbortController();
			const key = `${server}\0${id}`;
			this.#pages.set(key, () => isDone.abort());
			try {
				if ((await askToOpen({ server, message, url, signal }, dialogs)) !== "accept") return false;
				const title = `Continue with MCP server "${server}"?\nContinue when you are done in the browser.`;
				const ended = AbortSignal.any([signal, isDone.signal]);
				const chosen = await dialogs.select(title, ["Continue", "Cancel"], { signal: ended, isExpected: true });
				if (chosen !== "Continue" && !isDone.signal.aborted) return false;
			} finally {
				this.#pages.delete(key);
			}
		}
		return !signal.aborted;
	}

	async #elicit(server: string, params: Params, signal: AbortSignal): Promise<Params> {
		const dialogs = await this.#session.frontEnd.dialogs?.();
		if (!dialogs) return { action: "decline" };
		const message = typeof params.message === "string" ? params.message : "";
		if (params.mode !== "url") {
			const { requestedSchema } = params;
			return { ...(await askForm({ server, message, requestedSchema, signal }, dialogs)) };
		}
		const url = typeof params.url === "string" ? params.url : "";
		return { action: await askToOpen({ server, message, url, signal }, dialogs) };
	}

	async #sample(server: string, params: Params, signal: AbortSignal): Promise<Params> {
		const { conversation, settings, host, frontEnd } = this.#session;
		const { model } = conversation;
		const policy = settings.get(mcpSettings.sampling);
		const refused = () => new SamplingError("User rejected sampling request", -1);
		if (policy === "deny") throw refused();
		if (!model || model.api === "offline") throw new SamplingError("No model is available", -32_603);
		const request = samplingRequest(params, model, host.now());
		if (policy !== "allow" && !this.#sampling.has(server)) {
			const dialogs = await frontEnd.dialogs?.();
			if (!dialogs) throw refused();
			const choices = ["Allow once", "Allow until omp exits", "Deny"];
			const chosen = await dialogs.select(samplingQuestion(server, request, model), choices, { signal });
			if (chosen !== choices[0] && chosen !== choices[1]) throw refused();
			if (chosen === choices[1]) this.#sampling.add(server);
		}
		const { context, ...options } = request;
		return samplingResult(
			await conversation.aside.request(context, { ...options, reasoning: undefined }, model, signal),
		);
	}

	/** `undefined` when the server asks too much. */
	async #limited(
		server: string,
		signal: AbortSignal,
		ask: (ended: AbortSignal) => Promise<Params>,
	): Promise<Params | undefined> {
		const waiting = this.#waiting.get(server) ?? new Set();
		this.#waiting.set(server, waiting);
		if (waiting.size >= maxWaiting) return undefined;
		const controller = new AbortController();
		waiting.add(controller);
		try {
			return await ask(AbortSignal.any([signal, controller.signal]));
		} finally {
			waiting.delete(controller);
		}
	}
}
