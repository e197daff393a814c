import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { AskModel, BackendPlace } from "../../contract/memory-backend.ts";
import { MemoryLimitError } from "../../contract/memory-limit-error.ts";
import { mnemopiSettings as keys } from "../../settings/mnemopi.ts";
import { endpointUrl, postJson } from "./post-json.ts";

type Request = Parameters<AskModel>[1];

/** Like the limit of the model of a role, which the session keeps. */
const maxRemoteRequests = 120;
const remoteMs = 120_000;

/** The model that extracts and merges: that of the role smol, an endpoint of the user's, or none. */
export class ModelRequests {
	readonly #place: BackendPlace;
	#remoteRequests = 0;

	constructor(place: BackendPlace) {
		this.#place = place;
	}

	get isOn(): boolean {
		const mode = this.#place.settings.get(keys.llmMode);
		return mode === "remote" || (mode === "smol" && this.#place.ask !== undefined);
	}

	async ask(request: Request, signal: AbortSignal): Promise<string> {
		const { settings, ask } = this.#place;
		if (settings.get(keys.llmMode) === "remote") return this.#askRemote(request, signal);
		if (!ask) throw new Error("There is no model outside of a session");
		return ask("smol", request, signal);
	}

	async #askRemote({ systemPrompt, text, maxTokens }: Request, signal: AbortSignal): Promise<string> {
		const { settings } = this.#place;
		if (++this.#remoteRequests > maxRemoteRequests) throw new MemoryLimitError();
		const base = settings.get(keys.llmBaseUrl);
		const model = settings.get(keys.llmModel);
		if (!base || !model)
			throw new Error("mnemopi.llmMode is remote, but mnemopi.llmBaseUrl or mnemopi.llmModel is not set");
		const messages = [
			{ role: "system", content: systemPrompt },
			{ role: "user", content: text },
		];
		const answer = await postJson({
			url: endpointUrl(base, "chat/completions", "mnemopi.llmBaseUrl"),
			apiKey: settings.get(keys.llmApiKey),
			body: { model, messages, max_tokens: maxTokens },
			timeoutMs: remoteMs,
			signal,
		});
		const [choice]: readonly unknown[] = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices : [];
		const message = isRecord(choice) && isRecord(choice.message) ? choice.message.content : undefined;
		if (typeof message !== "string") throw new Error("the answer of the extraction endpoint has no text");
		return message;
	}

	/** In words, for a diagnosis. */
	describe(): { readonly ok: boolean; readonly text: string } {
		const { settings } = this.#place;
		const mode = settings.get(keys.llmMode);
		if (mode === "none") return { ok: true, text: "Extraction: off (mnemopi.llmMode)" };
		if (mode === "smol") return { ok: true, text: "Extraction: the model of the role smol, in a session" };
		const isSet = Boolean(settings.get(keys.llmBaseUrl) && settings.get(keys.llmModel));
		return isSet
			? { ok: true, text: `Extraction: ${settings.get(keys.llmModel)} at ${settings.get(keys.llmBaseUrl)}` }
			: { ok: false, text: "Extraction: mnemopi.llmBaseUrl and mnemopi.llmModel are needed for llmMode remote" };
	}
}
