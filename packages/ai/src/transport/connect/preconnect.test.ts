import { expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@oh-my-pi/pi-testkit/until";
import { preconnect } from "./preconnect.ts";

/** A real server that counts its connections. */
async function listen() {
	const server = createServer((_request, response) => void response.end("ok"));
	let connections = 0;
	server.on("connection", () => connections++);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		connections: () => connections,
		[Symbol.dispose]: () => void server.close().closeAllConnections(),
	};
}

test("the first request uses the connection that is already open", async () => {
	using server = await listen();
	const env = { NODE_EXTRA_CA_CERTS: "/only/for/https.pem" };
	preconnect({ api: "anthropic-messages", baseUrl: `${server.url}/v1`, provider: "scripted" }, env);
	await until(() => server.connections() === 1);
	expect(await (await fetch(`${server.url}/v1/messages`, { method: "POST", body: "{}" })).text()).toBe("ok");
	expect(server.connections()).toBe(1);
});

test("nothing is connected where requests go another way", async () => {
	using server = await listen();
	const model = { api: "openai-responses", baseUrl: server.url, provider: "scripted" } as const;
	const remote = { ...model, baseUrl: server.url.replace("127.0.0.1", "0.0.0.0") };
	preconnect(remote, { HTTP_PROXY: "http://127.0.0.1:1" });
	preconnect(remote, { PI_PROXY_SCRIPTED: "http://127.0.0.1:1" });
	preconnect(
		{ ...model, baseUrl: server.url.replace("http:", "https:") },
		{ NODE_EXTRA_CA_CERTS: "-----BEGIN CERTIFICATE-----" },
	);
	preconnect(model, { CLAUDE_CODE_USE_FOUNDRY: "1" });
	preconnect({ ...model, api: "bedrock-converse-stream" }, {});
	preconnect({ ...model, baseUrl: "https://<region>.example.com" }, {});
	await (await fetch(server.url)).text();
	expect(server.connections()).toBe(1);
});

test("an address on the default port is left alone, since Bun cannot preconnect there", () => {
	for (const baseUrl of [
		"https://api.example.com",
		"https://api.example.com:443/v1",
		"http://localhost",
		"http://[::1]",
	])
		preconnect({ api: "anthropic-messages", baseUrl, provider: "scripted" }, {});
});

test("an extension may have replaced fetch by a function without preconnect", () => {
	const real = globalThis.fetch;
	globalThis.fetch = (() => Promise.reject(new Error("not called"))) as unknown as typeof fetch;
	try {
		preconnect({ api: "anthropic-messages", baseUrl: "http://127.0.0.1:9", provider: "scripted" }, {});
	} finally {
		globalThis.fetch = real;
	}
});
