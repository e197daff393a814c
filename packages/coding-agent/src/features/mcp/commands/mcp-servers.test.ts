import { expect, test } from "bun:test";
import type { LoadedServers } from "../servers/load-servers.ts";
import type { ServerStatus } from "../session/mcp-manager.ts";
import { chooseServerAction, serverRows } from "./mcp-servers.ts";

const server = (name: string, more: object = {}) => ({ name, transport: "stdio", command: name, args: ["x"], ...more });
const loaded = {
	servers: [server("files"), server("remote", { transport: "http", url: "https://mcp.example/x" })],
	disabled: [server("old")],
	replaced: [{ server: server("pw"), by: "browser" }],
	warnings: [],
} as unknown as LoadedServers;
const status = [
	{ server: { name: "files" }, state: "connected", tools: [{}, {}] },
	{ server: { name: "remote" }, state: "disconnected", tools: [], problem: "mcp.example: connection refused" },
] as unknown as ServerStatus[];

test("the list shows the state of each server, and a failed one as a problem", () => {
	expect(serverRows(loaded, status)).toMatchObject([
		{ label: "● files", description: "connected, 2 tools · files x" },
		{ label: "○ remote", description: "mcp.example: connection refused · https://mcp.example/x", isProblem: true },
		{ label: "○ old", description: "disabled · old x" },
		{ label: "○ pw", description: expect.stringContaining("omp has its own browser") },
	]);
	expect(serverRows(loaded, status).map(({ isProblem = false }) => isProblem)).toEqual([false, true, false, false]);
});

test("what is chosen for a server becomes the words of the command", async () => {
	const answering = (...answers: ReadonlyArray<string | undefined>) => {
		const left = [...answers];
		return { ask: async () => left.shift() } as never;
	};
	expect(await chooseServerAction(loaded, status, answering("remote", "reauth"))).toEqual(["reauth", "remote"]);
	expect(await chooseServerAction(loaded, status, answering("files", undefined))).toBeUndefined();
	expect(await chooseServerAction(loaded, status, answering(undefined))).toBeUndefined();
	expect(await chooseServerAction(loaded, status, answering("pw"))).toEqual([]);
});
