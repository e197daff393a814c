import { guestInputHook } from "./guest-input-hook.ts";
import type { RunningCollab } from "./running-collab.ts";

/** What a session knows of sharing: nothing until `/collab` or `/join`. */
export function startCollab(): RunningCollab {
	const listeners = new Set<() => void>();
	const collab: RunningCollab = {
		shared: undefined,
		guest: undefined,
		changed: () => {
			for (const listener of listeners) listener();
		},
		join({ conversation, top }) {
			if (conversation !== top) return {};
			return {
				hooks: [
					() => guestInputHook(conversation),
					() => ({
						name: "shared session",
						afterSessionChange: () => collab.shared?.resend(),
						// A shared session must not lose its last words.
						dispose: async () => {
							await collab.shared?.stop("omp was closed");
							await collab.guest?.end();
						},
					}),
				],
			};
		},
		status() {
			const { shared, guest } = collab;
			if (guest) return guest.words;
			if (!shared) return undefined;
			if (!shared.isConnected) return "shared: relay lost";
			return `shared: ${shared.participants.length} here`;
		},
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
	return collab;
}
