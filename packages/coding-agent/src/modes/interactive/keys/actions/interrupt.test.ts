import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { PromptLoop } from "../../../../commands/prompt-loop.ts";
import { testScreen } from "../../../../commands/testing/test-screen.ts";
import { testSession } from "../../../../commands/testing/test-session.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { clearDraft } from "./draft-actions.ts";
import { interrupt } from "./interrupt.ts";

function atRest(now = () => 0) {
	const { session } = testSession([]);
	const shell = partly<OpenedConversation["shell"]>("shell", { isRunning: false });
	return partly<OpenedConversation>("session", { ...session, shell, host: { ...session.host, now } });
}

test("Ctrl+C says that a second press exits, and exits only when it comes soon", () => {
	let time = 0;
	let quits = 0;
	const { ports, said } = testScreen();
	const press = clearDraft();
	const all = { ...ports, session: atRest(() => time), quit: () => void quits++ };
	ports.draft.setText("draft");
	press(all);
	expect([ports.draft.text, said.map(({ text }) => text), quits]).toEqual(["", ["Press Ctrl+C again to exit"], 0]);
	time = 5000;
	press(all);
	expect(quits).toBe(0);
	time = 6000;
	press(all);
	expect([quits, said.length]).toEqual([1, 2]);
});

test("Ctrl+C while the model works says how to stop it instead", () => {
	const { ports, said } = testScreen();
	const session = atRest();
	const conversation = partly<OpenedConversation["conversation"]>("conversation", { isStreaming: true });
	clearDraft()({
		...ports,
		session: partly<OpenedConversation>("session", { ...session, conversation }),
		quit: () => {},
	});
	expect(said).toEqual([{ level: "info", text: "Press Ctrl+C again to exit, Esc to stop" }]);
});

test("Esc ends a loop that waits for its prompt", () => {
	const loop = new PromptLoop();
	const { ports, said } = testScreen({ loop });
	const session = atRest();
	loop.begin({}, session, { notify: ports.notify, attempt: ports.attempt });
	expect(interrupt()({ ...ports, session, endReset: () => false })).toBe(true);
	expect([loop.isOn, said]).toEqual([false, [{ level: "info", text: "Loop stopped after 0 rounds" }]]);
});
