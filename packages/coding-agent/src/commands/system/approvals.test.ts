import { describe, expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { Dialog } from "../../dialogs/contract/dialog.ts";
import { scriptedLines } from "../../dialogs/testing/scripted-lines.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import { Settings } from "../../settings/settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { runAtScreen, testScreen } from "../testing/test-screen.ts";
import { approvalsCommand } from "./approvals.ts";

function session(settings: Settings) {
	let permissions = { tools: ["edit"], rules: [{ match: "make *", call: "make" }] };
	const approvals = {
		get sessionPermissions() {
			return permissions;
		},
		forgetSession() {
			permissions = { tools: [], rules: [] };
		},
	};
	const workbench = partly<OpenedConversation["workbench"]>("workbench", { approvals } as never);
	return { settings, workbench } as Partial<OpenedConversation>;
}

const settingsWithRules = () =>
	new Settings({
		global: {
			tools: { approvalMode: "write", approval: { browser: "deny", odd: 7 } },
			bash: { patterns: [{ match: "npm test *", approval: "allow", path: "/p" }, "nonsense"] },
		},
	});

describe("/approvals", () => {
	test("shows the mode and every rule with where it counts", async () => {
		const outcome = await approvalsCommand.run?.({
			args: "",
			session: partly<OpenedConversation>("session", session(settingsWithRules())),
			commands: { list: async () => [] },
		});
		expect(outcome).toMatchObject({
			text: [
				"Mode: write (ask before commands outside everyday project work)",
				"Rules:",
				"  allow  npm test * (in /p)",
				"  deny  every browser call (everywhere)",
				"  allow  every edit call (this session)",
				"  allow  make * (this session)",
			].join("\n"),
		});
	});

	test("changes the mode for this run, and refuses one that does not exist", async () => {
		const settings = settingsWithRules();
		const { ports } = testScreen();
		const run = (args: string) => runAtScreen(approvalsCommand, args, session(settings), ports);
		expect(await run("yolo")).toMatchObject({ text: "Approvals for this run: Never ask." });
		expect([settings.get(approvalSettings.approvalMode), settings.findOrigin(approvalSettings.approvalMode)]).toEqual([
			"yolo",
			"runtime",
		]);
		expect(run("sometimes")).rejects.toThrow("Unknown approval mode: sometimes");
	});

	test("edits, removes and adds rules", async () => {
		const settings = settingsWithRules();
		// Answers by number or text, as the dialogs come: edit the first pattern, remove the second rule, add one, leave.
		const lines = scriptedLines(["2", "1", "npm run *", "3", "2", "5", "git push *", "3", ""]);
		const { ports } = testScreen({ ask: <Result>(dialog: Dialog<Result>) => dialog.plain(lines) });
		await runAtScreen(approvalsCommand, "", session(settings), ports);
		expect(settings.get(bashSettings.patterns)).toEqual([
			{ match: "git push *", approval: "deny" },
			{ match: "npm run *", approval: "allow", path: "/p" },
			"nonsense",
		]);
		expect(settings.get(approvalSettings.approval)).toEqual({ odd: 7 });
	});
});
