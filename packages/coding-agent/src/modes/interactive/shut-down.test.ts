import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { Settings } from "../../settings/settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { shutDownOnce } from "./shut-down.ts";

for (const kind of ["normal", "signal"] as const) {
	test(`a draft that cannot be saved does not keep the terminal (${kind})`, async () => {
		const done: string[] = [];
		const conversation = partly<Conversation>("conversation", { dispose: async () => void done.push("disposed") });
		const shutDown = shutDownOnce({
			session: partly<OpenedConversation>("session", { conversation, settings: new Settings() }),
			composer: { close: () => Promise.reject(new Error("The disk is full")) },
			transcript: { finish: () => {} },
			loaderLine: { during: (_activity, work) => work(), stop: () => void done.push("loader stopped") },
			screen: {
				stop: async () => {
					await new Promise((resolve) => setImmediate(resolve));
					done.push("screen stopped");
				},
			},
			io: partly<CliIo>("streams", {}),
		});
		expect(await shutDown("quit", kind).catch((error: Error) => error.message)).toBe("The disk is full");
		expect(done).toEqual(["disposed", "loader stopped", "screen stopped"]);
	});
}
