import { expect, test } from "bun:test";
import { type UrlScheme, urlRouter } from "./url-router.ts";

const scheme = (name: string): UrlScheme => ({ scheme: name, resolve: async (url) => ({ text: url }) });

test("a scheme that arrives later is found", async () => {
	const schemes = [scheme("local")];
	const router = urlRouter(() => schemes);
	expect(router.find("mcp://server/thing")).toBeUndefined();
	schemes.push(scheme("mcp"));
	expect(router.schemes()).toEqual(["local", "mcp"]);
	expect(await router.get("mcp://x").resolve("mcp://x", { signal: new AbortController().signal })).toEqual({
		text: "mcp://x",
	});
});

test("an unknown scheme is answered with those there are", () => {
	const router = urlRouter(() => [scheme("skill"), scheme("artifact")]);
	expect(() => router.get("nope://x")).toThrow(
		"Unknown protocol: nope:// in 'nope://x'. Supported schemes: artifact://, skill://",
	);
});
