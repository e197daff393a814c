import { ToolAbortError, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { HostUriReply, HostUriScheme, OutFrame } from "../../../rpc-protocol/frames.ts";
import { type AbandonReason, PendingRequests } from "../../pending-requests.ts";

interface HostUrisPorts {
	readonly write: (frame: OutFrame) => Promise<void>;
	readonly newId: () => string;
	/** Schemes that belong to omp. */
	readonly taken: () => readonly string[];
	readonly setSchemes: (schemes: readonly UrlScheme[]) => void;
}

type Outcome = HostUriReply | { readonly abandonReason: AbandonReason };

/** Addresses that the host answers for: what tools read and write there goes out as frames. */
export class HostUris {
	readonly #ports: HostUrisPorts;
	readonly #pending: PendingRequests<Outcome>;

	constructor(ports: HostUrisPorts) {
		this.#ports = ports;
		this.#pending = new PendingRequests(ports.newId);
	}

	/** Takes the place of what the host had offered before. */
	replace(offered: readonly HostUriScheme[]): string[] {
		const schemes = offered.map((scheme) => ({ ...scheme, scheme: scheme.scheme.toLowerCase() }));
		const taken = new Set(this.#ports.taken());
		for (const { scheme } of schemes) {
			if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) {
				throw new Error(`Host URI scheme contains invalid characters: ${scheme}`);
			}
			if (taken.has(scheme)) throw new Error(`Host URI scheme "${scheme}" is already in use`);
			taken.add(scheme);
		}
		this.#ports.setSchemes(schemes.map((scheme) => this.#urlScheme(scheme)));
		return schemes.map(({ scheme }) => scheme);
	}

	onReply(reply: HostUriReply): void {
		this.#pending.answer(reply.id, reply);
	}

	end(): void {
		this.#pending.end();
	}

	#urlScheme({ scheme, writable, immutable }: HostUriScheme): UrlScheme {
		return {
			scheme,
			resolve: async (url, { signal }) => {
				const { content = "", notes, immutable: isFixed = immutable } = await this.#request("read", url, { signal });
				return { text: content, mutable: !isFixed && (writable ?? false), ...(notes && { notes }) };
			},
			write: async (url, content, { signal }) => {
				if (!writable) {
					throw new ToolError(
						`${scheme}:// URLs are read-only for write; use the protocol-specific tool for mutations.`,
					);
				}
				await this.#request("write", url, { signal, content });
				return `Wrote ${url}`;
			},
		};
	}

	async #request(
		operation: "read" | "write",
		url: string,
		options: { signal: AbortSignal; content?: string },
	): Promise<HostUriReply> {
		const { signal, content } = options;
		const outcome = await this.#pending.ask({
			send: (id) =>
				this.#ports.write({
					type: "host_uri_request",
					id,
					operation,
					url,
					...(content !== undefined && { content }),
				}),
			instead: (abandonReason) => ({ abandonReason }),
			onAbandoned: (targetId) => void this.#ports.write({ type: "host_uri_cancel", id: this.#ports.newId(), targetId }),
			signal,
		});
		if ("abandonReason" in outcome) {
			if (outcome.abandonReason === "ended") throw new ToolError(`${url} is gone: the host has left`);
			throw new ToolAbortError();
		}
		if (outcome.isError) throw new ToolError(outcome.error ?? `The host could not ${operation} ${url}`);
		return outcome;
	}
}
