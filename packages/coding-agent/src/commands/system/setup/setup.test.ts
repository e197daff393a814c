import { describe, expect, test } from "bun:test";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { dialogPictures } from "../../../dialogs/testing/dialog-pictures.ts";
import { openDialog } from "../../../dialogs/testing/open-dialog.ts";
import { setupSettings } from "../../../settings/sections/agent/internal.ts";
import { appearanceSettings, themeSettings } from "../../../settings/sections/screen/appearance.ts";
import { Settings, type SettingsLayers } from "../../../settings/settings.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { testScreen } from "../../testing/test-screen.ts";
import { glyphsStep } from "./glyphs-step.ts";
import { runSetup } from "./run-setup.ts";
import { inSetupFrame } from "./setup-frame.ts";
import { themeStep } from "./theme-step.ts";
import { wantsSetup } from "./wants-setup.ts";

interface Given {
	readonly env?: Record<string, string>;
	readonly global?: SettingsLayers["global"];
	readonly hasModel?: boolean;
	/** It is on a local server. */
	readonly local?: boolean;
}

function session(given: Given = {}) {
	const { env = {}, global = {}, hasModel = false, local = false } = given;
	const model = hasModel ? scriptedModelRecord : undefined;
	return partly<OpenedConversation>("session", {
		settings: new Settings({ global }),
		host: { cwd: "/work", home: "/home/ada", env, now: () => 0, newId: () => "id" },
		conversation: partly<Conversation>("conversation", { model }),
		registry: partly<ModelRegistry>("registry", { findProvider: () => partly<Provider>("provider", { local }) }),
		agentDir: "/nowhere",
	});
}

/** Somebody who answers each dialog with these keys. */
function pressing(...answers: string[][]) {
	const rest = [...answers];
	return async <Result>(dialog: Parameters<typeof openDialog<Result>>[0]): Promise<Result | undefined> => {
		const opened = openDialog(dialog);
		return opened.press(...(rest.shift() ?? ["\x1b"]))[0];
	};
}

describe("setup", () => {
	test("it is for those without a model who were not asked before", () => {
		expect(wantsSetup(session())).toBe(true);
		expect(wantsSetup(session({ hasModel: true }))).toBe(false);
		// A local server that was found is not a choice yet.
		expect(wantsSetup(session({ hasModel: true, local: true }))).toBe(true);
		const chosen = { modelRoles: { default: "ollama/qwen3" } };
		expect(wantsSetup(session({ hasModel: true, local: true, global: chosen }))).toBe(false);
		expect(wantsSetup(session({ global: { setupVersion: 1 } }))).toBe(false);
		expect(wantsSetup(session({ global: { startup: { setupWizard: false } } }))).toBe(false);
		expect(
			["1", "yes", "0", "false", "no"].map((OMP_SKIP_SETUP) => wantsSetup(session({ env: { OMP_SKIP_SETUP } }))),
		).toEqual([false, false, true, true, true]);
	});

	test("the looks of its frame, and how it reads aloud", async () => {
		const items = [{ value: 1, label: "One" }];
		const heading = {
			title: "Theme",
			help: "Some help.",
			showsSample: true,
			position: 2,
			total: 4,
			isAwaited: () => true,
			onEnd: () => {},
		};
		expect(
			await dialogPictures(() => inSetupFrame(selectDialog({ title: "Theme", items }), heading)),
		).toMatchSnapshot();
	});

	test("the frame says what Esc does: it skips a step, or goes back from a dialog inside it", () => {
		const heading = {
			title: "Connect a model",
			help: "Some help.",
			showsSample: false,
			position: 1,
			total: 5,
			isAwaited: () => true,
			onEnd: () => {},
		};
		const dialog = selectDialog({ title: "Sign in", items: [{ value: 1, label: "One" }] });
		const shown = (given: typeof dialog) => openDialog(inSetupFrame(given, heading)).rows(80).join("\n");
		expect(shown(dialog)).toContain("Esc skip this step");
		expect(shown({ ...dialog, escape: "back" })).toContain("Esc back");
	});

	test("Esc skips a step, Ctrl+C ends everything, and either way it counts as seen", async () => {
		const steps = [glyphsStep, themeStep];
		const skipped = session();
		const { ports, said } = testScreen({ ask: pressing(["\x1b"], ["\x1b[B", "\r"]) });
		await runSetup(skipped, ports, { steps });
		expect([skipped.settings.get(appearanceSettings.symbolPreset), skipped.settings.get(themeSettings.dark)]).toEqual([
			"unicode",
			"titanium",
		]);
		expect(said.at(-1)?.text).toStartWith("No models available. Use /login");

		const ended = session({ hasModel: true });
		const second = testScreen({ ask: pressing(["\x03"], ["\x1b[B", "\x1b[B", "\x1b[B", "\r"]) });
		await runSetup(ended, second.ports, { steps });
		expect(ended.settings.get(appearanceSettings.colorBlindMode)).toBe(false);
		expect(ended.settings.get(setupSettings.setupVersion)).toBe(1);
		expect(second.said.at(-1)?.text).toStartWith("Ready with test/scripted.");
	});
});
