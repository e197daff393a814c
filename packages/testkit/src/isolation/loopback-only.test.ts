import { expect, test } from "bun:test";
import { get as httpGet } from "node:http";
import https from "node:https";
import { connect, createServer } from "node:net";
import tls from "node:tls";
import { connect as bunConnect } from "bun";
import { workspace } from "../workspace.ts";
import { isLoopback } from "./loopback-only.ts";

const outside = "192.0.2.1";
const refused = /192\.0\.2\.1 refused: tests are offline/;

test("loopback only: fetch to other machines is refused, in any form of the address", async () => {
	await expect(fetch(`https://${outside}/`)).rejects.toThrow(refused);
	await expect(fetch(new URL(`http://${outside}/`))).rejects.toThrow(refused);
	await expect(fetch(new Request(`http://${outside}/`))).rejects.toThrow(refused);
	await expect(fetch("https://api.anthropic.com/v1/messages")).rejects.toThrow("fetch to api.anthropic.com refused");
});

test("loopback only: node's own clients are refused", () => {
	expect(() => connect(80, outside)).toThrow(refused);
	expect(() => connect({ port: 80, host: outside })).toThrow(refused);
	expect(() => tls.connect(443, outside)).toThrow(refused);
	expect(() => httpGet(`http://${outside}/`)).toThrow(refused);
	expect(() => https.get(`https://${outside}/`)).toThrow(refused);
});

test("loopback only: Bun.connect and WebSocket are refused", () => {
	expect(() => bunConnect({ hostname: outside, port: 80, socket: { data() {} } })).toThrow(refused);
	expect(() => new WebSocket(`wss://${outside}/`)).toThrow(refused);
});

test("loopback only: a local server can be reached by fetch, node:http and Bun.connect", async () => {
	using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("here") });
	expect(await (await fetch(server.url)).text()).toBe("here");
	const status = await new Promise((resolve) =>
		httpGet(String(server.url), (response) => resolve(response.statusCode)),
	);
	expect(status).toBe(200);
	const socket = await bunConnect({ hostname: "localhost", port: server.port ?? 0, socket: { data() {} } });
	socket.end();
});

test("loopback only: unix sockets are allowed", async () => {
	await using project = await workspace();
	const path = project.file("socket");
	const server = createServer((socket) => socket.end("hello"));
	await new Promise<void>((resolve) => server.listen(path, resolve));
	const said = await new Promise((resolve) => connect(path).on("data", (data) => resolve(String(data))));
	expect(said).toBe("hello");
	server.close();
});

test("loopback only: which addresses are local", () => {
	const own = [
		"localhost",
		"127.0.0.1",
		"127.8.8.8",
		"::1",
		"[::1]",
		"LOCALHOST",
		"app.localhost",
		"0.0.0.0",
		undefined,
	];
	expect(own.filter((host) => !isLoopback(host))).toEqual([]);
	const others = ["example.com", "10.0.0.1", "192.168.1.1", "127.0.0.1.example.com", "::2", "localhost.example.com"];
	expect(others.filter(isLoopback)).toEqual([]);
});
