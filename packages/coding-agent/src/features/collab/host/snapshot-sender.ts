import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { protocolVersion } from "../protocol/limits.data.ts";
import type { Audience } from "./audience.ts";
import type { Peers } from "./peers.ts";
import { sharedAgents, sharedHeader, sharedState } from "./shared-state.ts";
import { planSnapshot, prepareSnapshot, type Since, snapshotChunks } from "./snapshot.ts";
import { SnapshotSizes } from "./snapshot-sizes.ts";
import type { UiRequests } from "./ui-requests.ts";

export interface SnapshotSenderOptions {
	readonly session: OpenedConversation;
	readonly peers: Peers;
	readonly audience: Audience;
	readonly requests: UiRequests;
	/** What is on its way to guests: bytes that the relay has not taken. */
	readonly connection: { readonly isOpen: boolean; readonly backlogBytes: number };
	/** Sends what was held back of events; it belongs before the snapshot. */
	readonly flushEvents: () => void;
}

/** A guest that is further behind gets the next chunk later. */
const maxBacklogBytes = 1024 * 1024;

/** Sends guests what was before they came. */
export class SnapshotSender {
	readonly #options: SnapshotSenderOptions;
	#sizes = new SnapshotSizes();

	constructor(options: SnapshotSenderOptions) {
		this.#options = options;
	}

	/** Another session is in force. */
	forget(): void {
		this.#sizes = new SnapshotSizes();
	}

	/** Welcomes a guest and sends it the session, or what follows the entry that it has. */
	async send(peer: number, since?: Since): Promise<void> {
		const { session, peers, audience, requests, connection, flushEvents } = this.#options;
		const round = peers.beginSnapshot(peer);
		await prepareSnapshot(session.log, this.#sizes);
		if (!peers.isInSnapshot(peer, round)) return;
		// From here to the welcome nothing may wait: what happens later is sent live.
		flushEvents();
		const { steps, continues } = planSnapshot(session.log, this.#sizes, since);
		audience.send(peer, {
			t: "welcome",
			proto: protocolVersion,
			header: sharedHeader(session),
			state: sharedState(session, peers.list()),
			agents: sharedAgents(session, session.host.now()),
			entryCount: steps.length,
			...(!peers.mayWrite(peer) && { readOnly: true }),
			...(continues && { continues }),
		});
		peers.welcome(peer);
		for (const chunk of snapshotChunks(steps)) {
			audience.send(peer, { t: "snapshot-chunk", ...chunk });
			// Keys and events of the host come in between.
			await Bun.sleep(0);
			while (connection.backlogBytes > maxBacklogBytes && connection.isOpen) await Bun.sleep(5);
			if (!peers.isInSnapshot(peer, round)) return;
		}
		if (!peers.mayWrite(peer)) return;
		for (const request of requests.open) audience.send(peer, { t: "ui-request", request });
	}
}
