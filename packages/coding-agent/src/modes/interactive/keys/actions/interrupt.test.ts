import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { PromptLoop } from "../../../../commands/contract/prompt-loop.ts";
import { testScreen } from "../../../../commands/testing/test-screen.ts";
import { testSession } from "../../../../commands/testing/test-session.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { interrupt } from "./interrupt.ts";
import { stopOrExit } from "./stop-or-exit.ts";

function atRest(now = () => 0) {
	const { session } = testSession([]);
	const shell = partly<OpenedConversation["shell"]>("shell", { isRunning: false });
	return partly<OpenedConversation>("session", { ...session, shell, host: { ...session.host, now } });
}

test("Ctrl+C at rest clears the draft, says in a hint that a second press exits, and exits only when it comes soon", () => {
	let time = 0;
	let quits = 0;
	const hints: string[] = [];
	const { ports, said } = testScreen();
	const press = stopOrExit();
	const hint = (text: string) => void hints.push(text);
	const all = { ...ports, session: atRest(() => time), endReset: () => false, hint, quit: () => void quits++ };
	ports.draft.setText("draft");
	press(all);
	expect([ports.draft.text, hints, quits]).toEqual(["", ["Press Ctrl+C again to exit"], 0]);
	time = 5000;
	press(all);
	expect(quits).toBe(0);
	time = 5500;
	ports.draft.setText("typed in between");
	press(all);
	expect([ports.draft.text, quits]).toEqual(["", 0]);
	time = 6000;
	press(all);
	// Nothing of it joins the transcript.
	expect([quits, hints.length, said]).toEqual([1, 3, []]);
});

test("Ctrl+C while the model works stops it, keeps the draft, and never exits", () => {
	let quits = 0;
	const ops: string[] = [];
	const hints: string[] = [];
	const { ports } = testScreen();
	const conversation = partly<OpenedConversation["conversation"]>("conversation", {
		isStreaming: true,
		queue: partly<OpenedConversation["conversation"]["queue"]>("queue", {
			waiting: { steering: [], followUps: [] },
		}),
		submit: async (op: { type: string }) => void ops.push(op.type),
	});
	const session = partly<OpenedConversation>("session", { ...atRest(), conversation });
	const all = {
		...ports,
		session,
		endReset: () => false,
		hint: (text: string) => void hints.push(text),
		quit: () => void quits++,
	};
	ports.draft.setText("draft");
	const press = stopOrExit();
	press(all);
	expect([ops, ports.draft.text, hints]).toEqual([["abort"], "draft", []]);
	press(all);
	expect([ops, hints, quits]).toEqual([["abort", "abort"], ["Stopping. Ctrl+D exits at once."], 0]);
});

test("Esc ends a loop that waits for its prompt", () => {
	const loop = new PromptLoop();
	const { ports, said } = testScreen({ loop });
	const session = atRest();
	loop.begin({}, session, { notify: ports.notify, attempt: ports.attempt });
	expect(interrupt()({ ...ports, session, endReset: () => false })).toBe(true);
	expect([loop.isOn, said]).toEqual([false, [{ level: "info", text: "Loop stopped after 0 rounds" }]]);
});
