import { expect, test } from "bun:test";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { Settings } from "../../settings/settings.ts";
import { allowCommand } from "./allow-command.ts";

test("an allow rule is inserted before the rule that asked, and no deny rule is overridden", () => {
	const patterns = [
		{ match: "git push --force*", approval: "deny" },
		{ match: "make *", approval: "prompt" },
		{ match: "git *", approval: "prompt" },
		{ match: "*", approval: "prompt" },
	];
	const settings = new Settings({ global: { bash: { patterns } } });
	allowCommand(settings, "git push *", "git push origin");
	expect(settings.get(bashSettings.patterns)).toEqual([
		...patterns.slice(0, 2),
		{ match: "git push *", approval: "allow" },
		...patterns.slice(2),
	]);
});

test("without a rule that asked, it is appended", () => {
	const settings = new Settings({});
	allowCommand(settings, "make *", "make all");
	expect(settings.get(bashSettings.patterns)).toEqual([{ match: "make *", approval: "allow" }]);
});
