import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { remotePromptType } from "../../../conversation/history/remote-prompt.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { GuestFrame } from "../protocol/frames.ts";
import { parseGuestFrame } from "../protocol/parse-frame.ts";
import { commandAgent, readTranscript } from "./agent-requests.ts";
import type { Audience } from "./audience.ts";
import type { Peers } from "./peers.ts";
import type { UiRequests } from "./ui-requests.ts";

export type Hello = Extract<GuestFrame, { t: "hello" }>;

export interface GuestFramesOptions {
	readonly session: OpenedConversation;
	readonly peers: Peers;
	readonly audience: Audience;
	readonly requests: UiRequests;
	readonly onHello: (peer: number, hello: Hello) => void;
}

/** Frames that cannot be read, up to which a guest is only told so. */
const maxBadFrames = 50;

/** Does what guests ask for, as far as each of them may. */
export class GuestFrames {
	readonly #options: GuestFramesOptions;

	constructor(options: GuestFramesOptions) {
		this.#options = options;
	}

	take(peer: number, value: unknown): void {
		const { peers, audience, onHello } = this.#options;
		if (!peers.has(peer)) return;
		const frame = parseGuestFrame(value);
		if (!frame) {
			if (peers.countBad(peer) <= maxBadFrames) audience.refuse(peer, "The host does not understand this.");
			return;
		}
		const problem = this.#whyRefused(peer, frame.t);
		if (problem !== undefined) audience.refuse(peer, problem);
		else if (frame.t === "hello") onHello(peer, frame);
		else if (frame.t === "fetch-transcript") void this.#sendTranscript(peer, frame);
		else void this.#act(peer, frame).catch((error: unknown) => audience.refuse(peer, errorMessage(error)));
	}

	#whyRefused(peer: number, type: GuestFrame["t"]): string | undefined {
		const { peers } = this.#options;
		if (type === "hello") return undefined;
		if (!peers.isGreeted(peer)) return "Say hello first.";
		const isReading = type === "fetch-transcript";
		return isReading || peers.mayWrite(peer) ? undefined : "This link is view-only: it can watch, but not take part.";
	}

	async #sendTranscript(peer: number, frame: Extract<GuestFrame, { t: "fetch-transcript" }>): Promise<void> {
		const { session, audience } = this.#options;
		const { reqId, fromByte } = frame;
		const answer = await readTranscript(session, frame).catch((error: unknown) => {
			const text = `The transcript cannot be read: ${errorMessage(error)}`;
			return { t: "transcript", reqId, text: "", newSize: fromByte, error: text } as const;
		});
		audience.send(peer, answer);
	}

	async #act(peer: number, frame: Exclude<GuestFrame, { t: "hello" | "fetch-transcript" }>): Promise<void> {
		const { session, peers, audience, requests } = this.#options;
		const { conversation, host } = session;
		switch (frame.t) {
			case "prompt": {
				const { text, images = [] } = frame;
				const content =
					images.length === 0 ? text : [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
				const details = { from: peers.nameOf(peer) };
				const timestamp = host.now();
				const message = { role: "custom", customType: remotePromptType, content, display: true, details } as const;
				const op = { ...message, attribution: "user", timestamp } as const;
				return conversation.submit({ type: "send", message: op, as: "steer", triggerTurn: true });
			}
			case "abort":
				return conversation.submit({ type: "abort" });
			case "ui-response":
				if (!requests.answer(frame.reqId, frame.value))
					audience.send(peer, { t: "ui-request-end", reqId: frame.reqId });
				return;
			case "agent-cmd":
				return commandAgent(session, frame);
			default:
				return frame satisfies never;
		}
	}
}
