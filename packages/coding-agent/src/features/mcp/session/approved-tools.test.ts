import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { FoundServer } from "../servers/load-servers.ts";
import { ApprovedTools } from "./approved-tools.ts";
import { CacheTable } from "./tool-cache.ts";

const place = { path: "/mcp.json", level: "user" } as const;
const server = (definition: object): FoundServer => ({
	...{ name: "s", ...place, transport: "stdio", enabled: true, definition },
	_source: { ...place, provider: "native", providerName: "OMP" },
});
const tool = (name: string, description: string, inputSchema: unknown = {}) => ({ name, description, inputSchema });

test("what was approved is known to the next omp, by definition of the server and name of the tool", async () => {
	await using folder = await workspace();
	const run = async <Result>(work: (tools: ApprovedTools) => Promise<Result>) => {
		const table = new CacheTable(folder.path, Date.now);
		try {
			return await work(new ApprovedTools(table));
		} finally {
			await table.close();
		}
	};
	const mine = server({ command: "a" });
	const vast = "x".repeat(100_000);
	const before = [tool("t", "One.\nTwo."), tool("__proto__", "Odd."), tool("vast", vast)];
	await run(async (tools) => {
		for (const one of before) expect(await tools.changes(mine, one)).toBeUndefined();
		for (const one of before) await tools.approve(mine, one);
	});
	const changes = (given: FoundServer, one: Parameters<ApprovedTools["changes"]>[1]) =>
		run((tools) => tools.changes(given, one));
	for (const one of before) expect(await changes(mine, one)).toBeUndefined();
	expect(await changes(mine, tool("t", "One.\n\u001b[8mThree."))).toEqual(["- Two.", "+ ␛[8mThree."]);
	expect(await changes(mine, tool("__proto__", "Other."))).toEqual(["- Odd.", "+ Other."]);
	expect((await changes(mine, tool("vast", `${vast}y`)))?.at(-1)).toStartWith("+ sha256");
	// Also a change of what it takes.
	const schema = { type: "object", properties: { keys: { type: "string" } } };
	expect((await changes(mine, tool("t", "One.\nTwo.", schema)))?.join("\n")).toContain('+    "keys": {');
	// The same name may be another server.
	expect(await changes(server({ command: "b" }), tool("t", "Three."))).toBeUndefined();
});
