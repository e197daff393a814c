import { expect, test } from "bun:test";
import { bashPreferences, commandRules } from "@oh-my-pi/pi-tools/bash/preferences";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { SessionRule } from "../../conversation/approval/approval-gate.ts";
import { settingsIn } from "../../settings/testing/settings-in.ts";

function rulesIn(settings: SettingsReader, cwd = "/home/me/p", sessionRules: SessionRule[] = []) {
	const workspace = { cwd: () => cwd, home: "/home/me", env: {}, now: () => 0 };
	return commandRules({ settings, workspace, shell: { sessionRules: () => sessionRules } });
}

test("without settings commands are shortened, not refused, and lose a trailing head or tail", async () => {
	await using place = await settingsIn({});
	const { minimizer, ...rest } = bashPreferences(place.settings, () => true);
	expect(rest).toEqual({ maxTimeoutSeconds: 0, keepsHeadTail: false, direnv: { timeoutMs: 30_000 } });
	expect([rulesIn(place.settings), minimizer?.()]).toEqual([[], { only: [], except: [] }]);
});

test("the user's rules apply, and an invalid one asks", async () => {
	await using place = await settingsIn({
		"agent/config.yml": [
			"shellPath: /bin/zsh",
			"tools: { maxTimeout: 60 }",
			"shellMinimizer: { enabled: false }",
			"bash:",
			"  stripTrailingHeadTail: false",
			"  direnv: off",
			"  patterns:",
			'    - { match: "git push*", approval: deny }',
			'    - { match: "rm *", approval: forbidden }',
			"    - nonsense",
			"bashInterceptor:",
			"  enabled: true",
			"  patterns:",
			'    - { pattern: "^cat ", tool: read, message: "Use read." }',
			"    - { pattern: 7 }",
		].join("\n"),
	});
	const { interceptor, ...rest } = bashPreferences(place.settings, (name) => name === "read");
	expect(rest).toEqual({ shellPath: "/bin/zsh", maxTimeoutSeconds: 60, keepsHeadTail: true });
	expect(rulesIn(place.settings)).toEqual([
		{ match: "git push*", approval: "deny" },
		{ match: "rm *", approval: "prompt" },
	]);
	expect(interceptor?.rules).toEqual([{ pattern: "^cat ", tool: "read", message: "Use read." }]);
	expect([interceptor?.isActive("read"), interceptor?.isActive("write")]).toEqual([true, false]);
});

test("a rule with a path counts in that folder and below; a rule of the session goes before the one that asks", async () => {
	await using place = await settingsIn({
		"agent/config.yml": [
			"bash:",
			"  patterns:",
			'    - { match: "npm *", approval: deny, path: ~/other }',
			'    - { match: "npm *", approval: prompt }',
			'    - { match: "make *", approval: allow, path: ~/p }',
		].join("\n"),
	});
	const session = [{ match: "npm test *", call: "npm test" }];
	expect(rulesIn(place.settings, "/home/me/p/src", session)).toEqual([
		{ match: "npm test *", approval: "allow" },
		{ match: "npm *", approval: "prompt" },
		{ match: "make *", approval: "allow" },
	]);
	expect(rulesIn(place.settings, "/home/me/other", session).map(({ approval }) => approval)).toEqual([
		"deny",
		"allow",
		"prompt",
	]);
});
