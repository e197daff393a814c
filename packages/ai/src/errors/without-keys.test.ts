import { expect, test } from "bun:test";
import { collectKeys, withoutKeys } from "./without-keys.ts";

test("withoutKeys: a key, its parts and headers with keys are removed", () => {
	const keys = collectKeys('{"token":"ya29.secret","projectId":"p"}', {
		Authorization: "Bearer at-1234567",
		"X-Team": "platform",
	});
	const said = "no ya29.secret, at-1234567 for platform";
	expect(withoutKeys(said, keys)).toBe("no [redacted], [redacted] for platform");
	expect(withoutKeys('got {"token":"ya29.secret","projectId":"p"}', keys)).toBe("got [redacted]");
});

test("withoutKeys: a placeholder too short to be a key removes nothing", () => {
	expect(withoutKeys("ollama is down", collectKeys("ollama"))).toBe("ollama is down");
});
