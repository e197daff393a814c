import { expect, test } from "bun:test";
import { RemoteEntries } from "./remote-entries.ts";
import type { WireEntry } from "./wire.ts";

const refresher = { enabled: true, intervalMs: 60_000, skewMs: 300_000, nextSweepInMs: 0 };
const login = (id: number, email: string): WireEntry => ({
	...{ id, provider: "acme", identityKey: `email:${email}`, rotatesInMs: 0 },
	credential: { type: "oauth", access: `access-${id}`, refresh: "__remote__", expires: 9000, email },
});
const common = { generation: 1, generatedAt: 0, serverNowMs: 0, refresher };

test("remote entries: a pool chooses what is used, and the cache that others read keeps all", () => {
	const entries = new RemoteEntries(() => 0, new Map([["acme", new Set(["email:a@x"])]]));
	const [a, b, c] = [login(1, "a@x"), login(2, "b@x"), login(3, "c@x")];
	entries.apply({ kind: "snapshot", ...common, credentials: [a, b] });
	entries.apply({ kind: "entry", ...common, generation: 2, entry: c });
	expect(entries.all.map(({ credential }) => credential.id)).toEqual([1]);
	expect(entries.toSnapshot()).toEqual({ ...common, generation: 2, credentials: [a, b, c] });
	expect(entries.apply({ kind: "removed", ...common, generation: 3, id: 2 })).toEqual([]);
	entries.remove(1);
	expect([entries.all, entries.toSnapshot().credentials]).toEqual([[], [c]]);
});
