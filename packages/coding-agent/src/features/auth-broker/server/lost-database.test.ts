import { expect, test } from "bun:test";
import { BrokerAccounts } from "@oh-my-pi/pi-ai/auth/broker/broker-accounts";
import { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Broker } from "./broker.ts";
import { startBrokerService } from "./broker-service.ts";

const token = "the-token";

/** A broker on the database of a folder. */
async function serve(dir: Workspace, provider: string, port = 0) {
	const store = await CredentialStore.open(dir.path, Date.now);
	if (provider) store.saveKey(provider, `sk-${provider}`);
	const refresh = async () => ({ kind: "failed", reason: "not in this test" }) as const;
	const broker = new Broker({ store, agentDir: dir.path, now: Date.now, log: () => {}, refresh });
	const ports = { token: () => token, version: "1", now: Date.now, log: () => {}, onError: () => {} };
	const service = startBrokerService({ broker, bind: { host: "127.0.0.1", port }, ...ports });
	broker.start();
	return {
		service,
		async [Symbol.asyncDispose]() {
			await service.end();
			broker[Symbol.dispose]();
			store[Symbol.dispose]();
		},
	};
}

for (const way of ["stream", "polls"] as const) {
	for (const [what, second] of [
		["an empty database", ""],
		["another database after as many changes", "moonshot"],
	] as const) {
		test(`broker: a client on ${way} drops what it had when the broker restarts with ${what}`, async () => {
			await using dir = await workspace();
			await using other = await workspace();
			const first = await serve(dir, "anthropic");
			const { url, port } = first.service;
			const polls: string[] = [];
			const fetching = (async (address: string, init: RequestInit) => {
				const { pathname, search } = new URL(address);
				if (search) polls.push(search);
				// A proxy that holds it back.
				if (way === "polls" && pathname.endsWith("/stream")) return new Response("");
				return fetch(address, init);
			}) as unknown as typeof fetch;
			using accounts = await BrokerAccounts.open({
				access: { url, token, tokenSource: "the test" },
				cache: { path: dir.file("snapshot.enc"), ttlMs: 0 },
				fetch: fetching,
				now: Date.now,
				follow: { limits: { pollMs: 500, firstEventMs: 100, leastDelayMs: 10, mostDelayMs: 20 } },
			});
			const removed: string[] = [];
			accounts.onRemoved((provider, cause) => removed.push(`${provider}: ${cause}`));
			accounts.follow();
			const providers = () => accounts.list().map(({ provider }) => provider);
			expect(providers()).toEqual(["anthropic"]);
			if (way === "polls") await until(() => polls.length > 1);
			await first[Symbol.asyncDispose]();
			await using _second = await serve(other, second, port);
			await until(() => Bun.deepEquals(providers(), second ? [second] : []));
			// Also where the other database has the same id for another account.
			expect(removed).toEqual([`anthropic: no longer at the broker ${url}`]);
		});
	}
}
