import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { proxyFor } from "./proxy.ts";

const url = "https://api.example.com/v1/messages";

verifies("ai-streaming:http:proxy-order", () => {
	const env = {
		PI_PROXY_MY_GATEWAY: "http://own:1",
		PI_PROXY: "http://ours:2",
		HTTPS_PROXY: "http://secure:3",
		HTTP_PROXY: "http://plain:4",
		ALL_PROXY: "http://all:5",
	};
	const without = (...names: string[]) =>
		Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
	expect(proxyFor("my-gateway", url, env)).toBe("http://own:1");
	expect(proxyFor("other", url, env)).toBe("http://ours:2");
	expect(proxyFor("other", url, without("PI_PROXY"))).toBe("http://secure:3");
	expect(proxyFor("other", url, without("PI_PROXY", "HTTPS_PROXY"))).toBe("http://plain:4");
	expect(proxyFor("other", url, { ALL_PROXY: "http://all:5" })).toBe("http://all:5");
	expect(proxyFor("other", url, {})).toBe(false);
	for (const local of ["http://localhost:1/x", "http://127.0.0.1/x", "http://[::1]:8/x"]) {
		expect(proxyFor("my-gateway", local, env)).toBe(false);
	}
	for (const exception of [
		"api.example.com",
		".example.com",
		"example.com",
		"*.example.com:443",
		"*",
		"a.b, example.com",
	]) {
		expect(proxyFor("my-gateway", url, { ...env, NO_PROXY: exception })).toBe(false);
	}
});

test("an exception for another host or port does not match", () => {
	expect(proxyFor("x", url, { PI_PROXY: "http://p:1", NO_PROXY: "ample.com,example.com:8443" })).toBe("http://p:1");
});
