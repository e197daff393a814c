import type { GateRequests, GateVerb } from "./gate-protocol.ts";

/** The child's side of the gate. Rejects when the worker is gone or does not know the task any more. */
export class GateClient {
	readonly #socket: string;
	readonly #token: string;

	constructor(value: string) {
		const at = value.lastIndexOf("#");
		this.#socket = value.slice(0, at);
		this.#token = value.slice(at + 1);
	}

	async ask<Verb extends GateVerb>(
		verb: Verb,
		ask: GateRequests[Verb]["ask"],
		signal?: AbortSignal,
	): Promise<GateRequests[Verb]["answer"]> {
		const response = await fetch(`http://fleet/${this.#token}/${verb}`, {
			method: "POST",
			body: JSON.stringify(ask),
			unix: this.#socket,
			...(signal && { signal }),
		});
		if (!response.ok) throw new Error(`The worker answered ${response.status}: ${await response.text()}`);
		return (await response.json()) as GateRequests[Verb]["answer"];
	}
}
