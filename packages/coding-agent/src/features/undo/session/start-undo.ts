import { once } from "@oh-my-pi/pi-utils/once";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { FeatureStart } from "../../../workbench/feature-definition.ts";
import type { SessionUndo, UndoParts } from "./session-undo.ts";
import { undoHook } from "./undo-hook.ts";
import type { RunningUndo } from "./undo-key.ts";

/** Nothing but the hook is loaded until a tool is about to change something. */
export function startUndo({ workbench }: FeatureStart, parts: UndoParts): RunningUndo {
	/** By the conversation that the user opened; sub-agents share its record. */
	const sessions = new Map<Conversation, { readonly load: () => Promise<SessionUndo>; isLoaded: boolean }>();
	const sessionOf = (top: Conversation, folder: () => string) => {
		const known = sessions.get(top);
		if (known) return known;
		const load = once(async () => {
			session.isLoaded = true;
			const { SessionUndo: Undo } = await import("./session-undo.ts");
			return new Undo({ workbench, top, folder, ...parts });
		});
		const session = { load, isLoaded: false };
		sessions.set(top, session);
		return session;
	};
	const watched = new WeakSet<Conversation>();
	return {
		undoOf: ({ conversation }) => sessionOf(conversation, () => workbench.host.cwd).load(),
		join({ conversation, top, folder }) {
			const session = sessionOf(top, () => folder.path);
			return {
				hooks: [
					(live) =>
						undoHook(conversation, {
							...{ top, live },
							undo: session.load,
							hasRecords: () => session.isLoaded,
							looksAhead: () => watched.has(top),
						}),
				],
				changeRecorder: {
					async willWrite(callId, paths) {
						if (session.isLoaded) await (await session.load()).willWrite(conversation.id, callId, paths);
					},
				},
			};
		},
		atScreen({ conversation }) {
			watched.add(conversation);
		},
		async filesBehind({ conversation }, entryId) {
			const session = sessions.get(conversation);
			if (!session) return undefined;
			return (await session.load()).filesBehind(entryId);
		},
		async [Symbol.asyncDispose]() {
			const loaded = [...sessions.values()].filter(({ isLoaded }) => isLoaded);
			await Promise.all(loaded.map(async ({ load }) => (await load())[Symbol.asyncDispose]()));
		},
	};
}
