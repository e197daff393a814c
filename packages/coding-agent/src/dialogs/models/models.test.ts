import { describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { modelSettings } from "../../settings/sections/model/model.ts";
import { retrySettings } from "../../settings/sections/model/retry.ts";
import { Settings, type SettingsLayers } from "../../settings/settings.ts";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { scriptedLines } from "../testing/scripted-lines.ts";
import { modelManagerDialog } from "./model-manager-dialog.ts";
import { switchModelDialog } from "./switch-model-dialog.ts";

const enter = "\r";
const esc = "\x1b";
const down = "\x1b[B";
const up = "\x1b[A";
const left = "\x1b[D";

const plain: Model = { ...scriptedModelRecord, provider: "acme", id: "a-1", name: "Acme One", reasoning: false };
const thinker: Model = {
	...plain,
	id: "a-2",
	name: "Acme Two",
	reasoning: true,
	thinking: { mode: "effort", efforts: ["low", "high"] },
	input: ["text", "image"],
	cost: { input: 3, output: 15, cacheRead: 0, cacheWrite: 0 },
};

function manager(global: SettingsLayers["global"] = {}, speeds?: ReadonlyMap<string, number>) {
	const settings = new Settings({ global });
	const used: unknown[] = [];
	const dialog = modelManagerDialog({
		providers: [
			{ id: "acme", name: "Acme", models: [plain, thinker] },
			{
				id: "groq",
				name: "Groq",
				models: [],
				whyNot: "No credentials for groq: log in with /login groq.",
				hasLogin: true,
			},
			{ id: "ollama", name: "Ollama", models: [], whyNot: "Ollama has told of no models yet." },
		],
		settings,
		...(speeds && { speeds }),
		current: () => thinker,
		use: (model, level) => void used.push([model.id, level]),
	});
	return { settings, used, dialog };
}

function openManager(global?: SettingsLayers["global"]) {
	const { dialog, ...rest } = manager(global);
	const opened = openDialog(dialog, { rows: 24 });
	return { ...rest, ...opened, screen: (width = 100) => opened.rows(width).join("\n") };
}

const roles = { modelRoles: { default: "acme/a-2:high", smol: "acme/a-1" } };

describe("models", () => {
	test("the looks of the manager, and how it reads aloud", async () => {
		expect(await dialogPictures(() => manager(roles).dialog)).toMatchSnapshot();
	});

	test("the speed of models that have been measured is told", () => {
		const speeds = new Map([["acme/a-2", 81.7]]);
		const shown = openDialog(manager(roles, speeds).dialog, { rows: 24 });
		const rows = shown.rows(120).join("\n");
		expect(rows).toMatch(/acme\/a-1 smol +200K +free/);
		expect(rows).toMatch(/acme\/a-2 default +82 t\/s +200K +\$3\/\$15/);
		expect(rows).toContain("· 82 t/s measured ·");
		const box = openDialog(switchModelDialog({ models: [plain, thinker], roles: [], current: thinker, speeds }));
		expect(box.rows(100).join("\n")).toContain("Acme Two · 82 t/s · 200K · $3/$15");
	});

	test("the looks of the box that switches models, and how it reads aloud", async () => {
		const switching = () =>
			switchModelDialog({
				models: [plain, thinker],
				roles: [{ role: "slow", model: thinker, level: "high" }],
				current: thinker,
			});
		expect(await dialogPictures(switching)).toMatchSnapshot();
		const box = openDialog(switching());
		box.type("@");
		expect(box.rows(60)).toEqual(["🔍 @", "❯ @slow  acme/a-2:high", " ↑↓ choose · Enter select · Esc cancel"]);
		expect(box.press(enter)).toEqual([{ model: thinker, level: "high" }]);
	});

	verifies("tui:models:manager", () => {
		const one = openManager();
		expect(one.screen()).toContain("❯ • acme/a-2");
		expect(one.screen()).toContain("Acme Two · context 200K · output 8K · $3/$15 · thinking low, high · images");
		// Search, then what the model is for, then how hard it thinks.
		one.type("two");
		expect(one.screen()).not.toContain("acme/a-1");
		one.press(enter, enter);
		expect(one.screen()).toContain("Thinking level for acme/a-2");
		one.press(down, down, enter);
		expect(one.settings.get(modelSettings.modelRoles)).toEqual({ default: "acme/a-2:low" });
		expect(one.used).toEqual([["a-2", "low"]]);
		expect(one.screen()).toContain("default = acme/a-2:low");

		// Roles: change, add one that stands in, clear.
		const two = openManager(roles);
		two.press(left, up, enter);
		expect(two.screen()).toMatch(/❯ ● DEFAULT +acme\/a-2 {2}◒ high/);
		two.press("f", up, enter);
		expect(two.settings.get(retrySettings.fallbackChains)).toEqual({ default: ["acme/a-1"] });
		expect(two.screen()).toContain("└─ acme/a-1  fallback for default");
		two.press("\x1b[F", up, enter, ..."review", enter);
		expect(two.screen()).toContain("Model for review");
		two.press(up, enter);
		expect(two.settings.get(modelSettings.modelRoles)).toMatchObject({ review: "acme/a-1" });
		two.press("\x1b[H", "\x1b[3~");
		expect(two.settings.get(modelSettings.modelRoles)).toEqual({ smol: "acme/a-1", review: "acme/a-1" });

		// A provider without credentials leads to its login, and Esc leaves.
		expect(openManager().press(left, down, down, enter)).toEqual([{ login: "groq" }]);
		const silent = openManager();
		expect(silent.press(left, down, down, down, enter)).toEqual([]);
		expect(silent.screen()).toContain("Ollama has told of no models yet.");
		expect(openManager().press(esc)).toEqual([undefined]);
	});

	test("line by line: a model, what it is for, how hard it thinks", async () => {
		const { dialog, settings, used } = manager();
		await dialog.plain(scriptedLines(["2", "2", "3"]));
		expect(settings.get(modelSettings.modelRoles)).toEqual({ default: "acme/a-2:high" });
		expect(used).toEqual([["a-2", "high"]]);
	});
});
