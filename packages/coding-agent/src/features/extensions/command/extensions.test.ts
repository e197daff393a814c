import { describe, expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { runAtScreen, testScreen } from "../../../commands/testing/test-screen.ts";
import type { Dialog } from "../../../dialogs/contract/dialog.ts";
import { scriptedLines } from "../../../dialogs/testing/scripted-lines.ts";
import { modelChoiceSettings } from "../../../settings/sections/model/providers.ts";
import { extensionSettings } from "../../../settings/sections/services/extensions.ts";
import { Settings } from "../../../settings/settings.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";
import { Features } from "../../../workbench/features.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { extensionsCommand } from "./extensions.ts";

const files = {
	"repo/.git/HEAD": "",
	"repo/.omp/rules/sql.md": "Bind parameters.",
	"repo/.cursor/rules/sql.md": "Something else.",
	"home/.claude/skills/pdf/SKILL.md": "Run it.",
};

/** What a user sees who answers with these lines, and the settings afterwards. */
async function answered(
	answers: readonly string[],
	settings = new Settings({ global: { disabledProviders: ["builtin-defaults"] } }),
) {
	await using tree = await workspace(files);
	const [cwd, home] = [tree.file("repo"), tree.file("home")];
	const agentDir = tree.file("home/.omp/agent");
	let refreshed = 0;
	const session = {
		settings,
		agentDir,
		host: { cwd, home, env: {}, now: () => 0, newId: () => "id" },
		folder: { path: cwd },
		trust: new TrustGate({ agentDir, cwd }),
		fileCommands: { forget: () => {} },
		workbench: { features: new Features() },
		refreshPrompt: async () => void refreshed++,
	} as unknown as Partial<OpenedConversation>;
	const lines = scriptedLines(answers);
	const { ports } = testScreen({ ask: <Result>(dialog: Dialog<Result>) => dialog.plain(lines) });
	await runAtScreen(extensionsCommand, "", session, ports);
	return { text: lines.text().replaceAll(`${tree.path}/`, ""), settings, refreshed };
}

describe("/extensions at a terminal", () => {
	test("an item is turned off and on again, in the settings that count", async () => {
		const { text, settings, refreshed } = await answered(["1", "1", "1", "2", ""]);
		expect(text).toMatchInlineSnapshot(`
		  "Extensions
		    1. ● sql (Rules · OMP, project · .omp/rules/sql.md)
		    2. ○ sql (Rules · Cursor, project; shadowed by repo/.omp/rules/sql.md · .cursor/rules/sql.md)
		    3. ● pdf (Skills · Claude Code, user · ~/.claude/skills/pdf/SKILL.md)
		    4. ● Source: OMP (Everything of it)
		    5. ● Source: Claude Code (Everything of it)
		    6. ● Source: Cursor (Everything of it)
		    7. ○ Source: Builtin Defaults (Turned off)
		  > 1
		  Rules: sql (OMP, project)
		    1. Disable (rule:sql)
		    2. Back (repo/.omp/rules/sql.md)
		  > 1
		  Extensions
		    1. ○ sql (Rules · OMP, project; off · .omp/rules/sql.md)
		    2. ○ sql (Rules · Cursor, project; shadowed by repo/.omp/rules/sql.md · .cursor/rules/sql.md)
		    3. ● pdf (Skills · Claude Code, user · ~/.claude/skills/pdf/SKILL.md)
		    4. ● Source: OMP (Everything of it)
		    5. ● Source: Claude Code (Everything of it)
		    6. ● Source: Cursor (Everything of it)
		    7. ○ Source: Builtin Defaults (Turned off)
		  > 1
		  Rules: sql (OMP, project; off)
		    1. Enable (rule:sql)
		    2. Back (repo/.omp/rules/sql.md)
		  > 2
		  Extensions
		    1. ○ sql (Rules · OMP, project; off · .omp/rules/sql.md)
		    2. ○ sql (Rules · Cursor, project; shadowed by repo/.omp/rules/sql.md · .cursor/rules/sql.md)
		    3. ● pdf (Skills · Claude Code, user · ~/.claude/skills/pdf/SKILL.md)
		    4. ● Source: OMP (Everything of it)
		    5. ● Source: Claude Code (Everything of it)
		    6. ● Source: Cursor (Everything of it)
		    7. ○ Source: Builtin Defaults (Turned off)
		  > "
		`);
		expect(settings.get(extensionSettings.disabledExtensions)).toEqual(["rule:sql"]);
		expect(refreshed).toBe(1);
		const project = new Settings({
			global: { disabledProviders: ["builtin-defaults"] },
			project: { disabledExtensions: ["rule:sql", "skill:x"] },
		});
		expect((await answered(["1", "1"], project)).settings.get(extensionSettings.disabledExtensions)).toEqual([
			"skill:x",
		]);
	});

	test("a source is turned off and on again", async () => {
		const { settings } = await answered(["6"]);
		expect(settings.get(modelChoiceSettings.disabledProviders)).toEqual(["builtin-defaults", "cursor"]);
		const again = await answered(
			["5"],
			new Settings({ global: { disabledProviders: ["cursor", "builtin-defaults"] } }),
		);
		expect(again.settings.get(modelChoiceSettings.disabledProviders)).toEqual(["builtin-defaults"]);
	});
});
