import { afterEach, describe, expect, jest, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { logInPort } from "../../commands/system/login/log-in-port.ts";
import { inSetupFrame } from "../../commands/system/setup/setup-frame.ts";
import { approvalDialog } from "../../dialogs/approval/approval-dialog.ts";
import { askDialog } from "../../dialogs/ask/ask-dialog.ts";
import { confirmDialog } from "../../dialogs/confirm-dialog.ts";
import { type Ask, type Dialog, type UnaskedDialog, unaskedDialogs } from "../../dialogs/contract/dialog.ts";
import { Dialogs } from "../../dialogs/open/dialogs.ts";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import { fakeDraft } from "../../dialogs/testing/fake-draft.ts";
import { trustDialog } from "../../dialogs/trust-dialog.ts";
import { planReviewDialog } from "../../features/plan/review/plan-review-dialog.ts";
import { consoleDialog } from "./console/console-dialog.ts";
import { extensionUi } from "./extensions/extension-ui.ts";
import { userDialogs } from "./front-end/user-dialogs.ts";
import { offerFolder } from "./input/user-run/run-user-line.ts";
import { interactiveKeymap } from "./keys/keymap.ts";

const { signal } = new AbortController();

/** The dialog that a function asks. */
async function asked(open: (ask: Ask) => unknown): Promise<Dialog<unknown>> {
	const { promise, resolve } = Promise.withResolvers<Dialog<unknown>>();
	void open((dialog) => {
		resolve(dialog as Dialog<unknown>);
		return new Promise(() => {});
	});
	return promise;
}

const extension = (open: (ui: ReturnType<typeof extensionUi>) => unknown) => () =>
	asked((ask) => {
		const calls = { theme: {} } as never;
		open(
			extensionUi({
				ask,
				notify: () => {},
				draft: fakeDraft() as never,
				isBusy: () => true,
				screen: { calls } as never,
			}),
		);
	});

type Answers = Array<string>;

/** Each dialog as the product opens it; `log` gets what a program is sent. */
const cases: Readonly<Record<UnaskedDialog, (log: Answers) => Promise<Dialog<unknown>>>> = {
	approval: async () =>
		approvalDialog(
			{
				toolCallId: "1",
				toolName: "bash",
				tier: "exec",
				title: "Allow tool: bash",
				args: {},
				details: ["Command: rm -rf ./src"],
				choices: ["approve", "always-rule", "approve-session", "always", "deny", "deny-with-feedback"],
				rule: { call: "rm -rf ./src", suggestion: "rm *" },
				queue: () => ({ position: 1, total: 1 }),
			},
			signal,
		) as Dialog<unknown>,
	question: async () => {
		const options = [{ label: "Yes" }, { label: "No" }];
		return askDialog([{ id: "a", question: "Delete it?", options, multi: true }], {
			signal,
			timeoutSeconds: 0,
		}) as Dialog<unknown>;
	},
	"plan-review": async () =>
		planReviewDialog({
			proposal: { slug: "p", url: "local://p.md", text: "# Plan\n\n## Steps\nOne\n" },
			roles: [{ name: "current" }],
			contextUse: "",
			copy: () => {},
			edit: async () => undefined,
		}) as Dialog<unknown>,
	"mcp-choice": () => asked(async (ask) => userDialogs(ask).select("Delete it?", ["yes", "no"])),
	"mcp-text": () => asked(async (ask) => userDialogs(ask).input("Name?", undefined)),
	login: () =>
		asked((ask) =>
			logInPort({} as never, { ask } as never)({ name: "x", question: "Log in?", run: async () => {} }, { signal }),
		),
	console: async (log) => {
		const size = { cols: 40, rows: 10 };
		const program = { title: "", command: "", type: (keys: string) => void log.push(keys), resize() {}, kill() {} };
		const screen = { rows: () => [], resize() {}, keyboard: {} } as never;
		return consoleDialog({ program, screen, size, ended: signal }) as Dialog<unknown>;
	},
	"extension-choice": extension((ui) => ui.select("Delete it?", ["yes", "no"])),
	"extension-confirm": extension((ui) => ui.confirm("Delete it?", "Really?")),
	"extension-text": extension((ui) => ui.input("Name?")),
	"extension-editor": extension((ui) => ui.editor("Text?")),
	"extension-custom": extension((ui) => ui.custom(() => ({ render: () => [] }))),
	trust: async () => ({ ...(trustDialog(["It runs npm install"]) as Dialog<unknown>), opensUnasked: "trust" }),
	setup: async () => {
		const dialog = selectDialog({ title: "Approvals", items: [{ value: 1, label: "yolo" }], filterable: false });
		const heading = { title: "Approvals", help: "", showsSample: false, position: 1, total: 1, onEnd: () => {} };
		return inSetupFrame(dialog, { ...heading, isAwaited: () => false }) as Dialog<unknown>;
	},
	"move-session": () => asked((ask) => offerFolder("/tmp", { ask, submit: async () => {} })),
	"late-confirm": async () => ({
		...confirmDialog({ title: "Sharing failed", question: "", yes: "Write the page" }),
		opensUnasked: "late-confirm",
	}),
};

/** What typing is meant for there. */
const fields: ReadonlySet<UnaskedDialog> = new Set([
	"mcp-text",
	"console",
	"extension-text",
	"extension-editor",
	"extension-custom",
]);

async function opened(name: UnaskedDialog) {
	const log: Answers = [];
	const dialog = await cases[name](log);
	expect(dialog.opensUnasked).toBe(name);
	jest.useFakeTimers();
	const draft = fakeDraft();
	let shown: Component | undefined;
	const take = (component: Component | undefined) => {
		shown = component;
		return () => {};
	};
	const area = {
		show: (_outer: Component | undefined, focus: Component | undefined) => void take(focus),
		fill: take,
		overlay: take,
		rows: () => 24,
		requestRender: () => {},
		draft,
	};
	const dialogs = new Dialogs({ theme: plainTheme, keymap: interactiveKeymap(), area });
	let isAnswered = false;
	dialogs.noteKey("s");
	void dialogs.ask(dialog).then(() => {
		isAnswered = true;
	});
	await settled();
	const type = async (text: string, gapMs: number) => {
		for (const key of text) {
			shown?.handleInput?.(key);
			shown?.render(80);
			jest.advanceTimersByTime(gapMs);
			await settled();
		}
	};
	return { draft, type, log, isAnswered: () => isAnswered };
}

async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

afterEach(() => void jest.useRealTimers());

describe.each([...unaskedDialogs])("%s", (name) => {
	test("what is being typed while it opens answers nothing and is kept", async () => {
		const { draft, type, log, isAnswered } = await opened(name);
		await type("say yes as soon as 1 2 3\r\r", 120);
		expect({ isAnswered: isAnswered(), log, draft: draft.text }).toEqual({
			isAnswered: false,
			log: [],
			draft: "say yes as soon as 1 2 3\n",
		});
	});

	if (fields.has(name)) return;
	test("typing that begins later answers nothing and is kept, whatever letter it begins with", async () => {
		for (const start of "abcdefghijklmnopqrstuvwxyz0123456789/ ") {
			const { draft, type, isAnswered } = await opened(name);
			jest.advanceTimersByTime(5000);
			await type(`${start}op it, yes\r`, 150);
			expect({ start, isAnswered: isAnswered(), draft: draft.text }).toEqual({
				start,
				isAnswered: false,
				draft: `${start}op it, yes\n`,
			});
			jest.useRealTimers();
		}
	});
});
