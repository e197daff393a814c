import { expect, test } from "bun:test";
import { parseChallenge, wantsMoreScope } from "./parse-challenge.ts";

test("only parameters of the Bearer scheme count, wherever it stands", () => {
	expect(parseChallenge('Bearer resource_metadata="https://a.test/m", scope="a b", error="invalid_token"')).toEqual({
		resourceMetadata: "https://a.test/m",
		scope: "a b",
		error: "invalid_token",
	});
	expect(
		parseChallenge('Basic realm="x, scope=no", bearer scope=plain, Negotiate abc==, Digest scope="other"'),
	).toEqual({ scope: "plain" });
	expect(parseChallenge('Bearer realm="say \\"scope=no\\"", x_scope="no", Scope = "yes"')).toEqual({ scope: "yes" });
});

test("what is missing or broken asks for nothing", () => {
	for (const header of [undefined, "", "Bearer", "Bearer ,,,", 'Bearer scope="open', 'Bearer scope="  "', '=,="\\']) {
		expect(parseChallenge(header)).toEqual({});
	}
});

test("a header without end is read up to a limit", () => {
	expect(parseChallenge(`Bearer error=early, ${'a="'.repeat(200_000)}" scope="late"`)).toEqual({ error: "early" });
});

test("a 403 that names scopes, or says so, wants more of them", () => {
	const challenge = (status: 401 | 403, wwwAuthenticate?: string) => ({
		status,
		url: "https://a.test",
		...(wwwAuthenticate && { wwwAuthenticate }),
	});
	expect(wantsMoreScope(challenge(403, 'Bearer error="insufficient_scope"'))).toBe(true);
	expect(wantsMoreScope(challenge(403, 'Bearer scope="a"'))).toBe(true);
	expect(wantsMoreScope(challenge(403))).toBe(false);
	expect(wantsMoreScope(challenge(401, 'Bearer scope="a"'))).toBe(false);
});
