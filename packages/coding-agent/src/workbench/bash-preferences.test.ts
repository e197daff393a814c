import { expect, test } from "bun:test";
import { bashPreferences } from "@oh-my-pi/pi-tools/bash/preferences";
import { settingsIn } from "../settings/testing/settings-in.ts";

test("defaults: output is minimized, no command is refused, and a trailing head or tail is stripped", async () => {
	await using place = await settingsIn({});
	const { commandRules, minimizer, ...rest } = bashPreferences(place.settings, () => true);
	expect(rest).toEqual({ maxTimeoutSeconds: 0, keepsHeadTail: false, direnv: { timeoutMs: 30_000 } });
	expect([commandRules(), minimizer?.()]).toEqual([[], { only: [], except: [] }]);
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
	const { commandRules, interceptor, ...rest } = bashPreferences(place.settings, (name) => name === "read");
	expect(rest).toEqual({ shellPath: "/bin/zsh", maxTimeoutSeconds: 60, keepsHeadTail: true });
	expect(commandRules()).toEqual([
		{ match: "git push*", approval: "deny" },
		{ match: "rm *", approval: "prompt" },
	]);
	expect(interceptor?.rules).toEqual([{ pattern: "^cat ", tool: "read", message: "Use read." }]);
	expect([interceptor?.isActive("read"), interceptor?.isActive("write")]).toEqual([true, false]);
});
