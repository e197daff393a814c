import { expect, test } from "bun:test";
import { RpcClient } from "./rpc-client.ts";

test("rpc client: a program that is not there is named at once, and nothing else goes wrong", async () => {
	const client = new RpcClient({ cliPath: "/nowhere/omp" });
	expect(await client.start().catch((error: Error) => error.message)).toMatch(
		/^omp could not be started: .*\/nowhere\/omp/,
	);
	await client.stop();
});

test("rpc client: a program that is not omp ends the start with what is wrong", async () => {
	const client = new RpcClient({ cliPath: Bun.which("echo") ?? "" });
	expect(await client.start().catch((error: Error) => error.message)).toMatch(/^omp exited with code 0: .*JSON/);
	await client.stop();
});
