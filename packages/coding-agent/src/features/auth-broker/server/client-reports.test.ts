import { expect, test } from "bun:test";
import { BrokerAccounts } from "@oh-my-pi/pi-ai/auth/broker/broker-accounts";
import { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Broker } from "./broker.ts";
import { startBrokerService } from "./broker-service.ts";

const token = "the-token";
const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 10, output: 2, cacheRead: 3, cacheWrite: 0, totalTokens: 15, cost };

test("broker: what its clients use is counted for each, blocks are cleared for all, and a key says that it came from a login", async () => {
	await using dir = await workspace();
	using store = await CredentialStore.open(dir.path, Date.now);
	const refresh = async () => ({ kind: "failed", reason: "not in this test" }) as const;
	using broker = new Broker({ store, agentDir: dir.path, now: Date.now, log: () => {}, refresh });
	const ports = { token: () => token, version: "1", now: Date.now, log: () => {}, onError: () => {} };
	await using service = startBrokerService({ broker, bind: { host: "127.0.0.1", port: 0 }, ...ports });
	const ask = async (path: string, body?: unknown) => {
		const response = await fetch(service.url + path, {
			headers: { authorization: `Bearer ${token}` },
			...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
		});
		return (await response.json()) as Record<string, unknown>;
	};
	const key = { type: "api_key", key: "sk-1", source: "login" };
	expect((await ask("/v1/credential", { provider: "acme", credential: key })).entries).toEqual([
		{ id: 1, provider: "acme", credential: key, identityKey: null, rotatesInMs: null },
	]);
	expect(await ask("/v1/credential", { provider: "acme", credential: { ...key, source: "file" } })).toEqual({
		error: 'credential.source: expected "login" or nothing',
	});
	const open = (hostname: string) =>
		BrokerAccounts.open({
			access: { url: service.url, token, tokenSource: "the test" },
			cache: { path: dir.file("snapshot.enc"), ttlMs: 0 },
			...{ fetch, now: Date.now, installation: { id: () => `id-of-${hostname}`, hostname } },
		});
	using laptop = await open("laptop");
	using server = await open("server");
	expect(laptop.find(1)).toMatchObject({ type: "api_key", key: "sk-1", source: "login" });
	laptop.observe("acme", "m-1", usage);
	laptop.observe("acme", "m-1", usage);
	server.observe("acme", "m-2", usage);
	await Promise.all([laptop.settle(), server.settle()]);
	const { clients } = (await ask("/v1/usage/clients")) as { clients: Array<{ installId: string }> };
	const counts = { cacheReadTokens: 3, cacheWriteTokens: 0 };
	expect(clients.toSorted((a, b) => a.installId.localeCompare(b.installId))).toEqual([
		{
			...{ installId: "id-of-laptop", hostname: "laptop", lastSeenAt: expect.any(Number) },
			usage: [
				{
					...{ provider: "acme", model: "m-1", requests: 2, inputTokens: 20, outputTokens: 4 },
					...{ ...counts, cacheReadTokens: 6 },
				},
			],
		},
		{
			...{ installId: "id-of-server", hostname: "server", lastSeenAt: expect.any(Number) },
			usage: [{ provider: "acme", model: "m-2", requests: 1, inputTokens: 10, outputTokens: 2, ...counts }],
		},
	] as never);

	laptop.block(1, "acme", Date.now() + 60_000);
	await until(() => store.allBlocks().size === 1);
	expect(laptop.blocks("acme").size).toBe(1);
	laptop.clearBlocks(1);
	expect(laptop.blocks("acme").size).toBe(0);
	await until(() => store.allBlocks().size === 0);
});
