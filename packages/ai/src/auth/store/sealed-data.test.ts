import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { CredentialStore } from "./credential-store.ts";
import { type Keyring, KeyringError } from "./keyring.ts";
import { SealedData } from "./sealed-data.ts";

function memoryKeyring(): Keyring & { readonly entries: Map<string, string> } {
	const entries = new Map<string, string>();
	return {
		entries,
		save: (id, secret) => void entries.set(id, secret),
		find: (id) => entries.get(id),
		remove: (id) => void entries.delete(id),
	};
}

async function open(keyring: Keyring) {
	const dir = await workspace();
	const store = await CredentialStore.open(dir.path, () => 1_000_000, new SealedData(keyring));
	const contents = async () =>
		(await Bun.$`cat ${dir.file("agent.db")} ${dir.file("agent.db-wal")}`.nothrow().quiet()).stdout.toString("latin1");
	return {
		store,
		contents,
		async [Symbol.asyncDispose]() {
			store[Symbol.dispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

test("credentials move into the keyring and back, and the file keeps nothing of them", async () => {
	const keyring = memoryKeyring();
	await using opened = await open(keyring);
	const { store, contents } = opened;
	store.saveKey("acme", "sk-first");
	expect([store.storage, (await contents()).includes("sk-first")]).toEqual(["file", true]);
	expect(store.moveTo("keyring")).toBe(1);
	expect([store.storage, keyring.entries.size, (await contents()).includes("sk-first")]).toEqual(["keyring", 1, false]);
	expect(store.list("acme")).toMatchObject([{ type: "api_key", key: "sk-first" }]);
	store.saveKey("acme", "sk-second");
	store.saveLogin("other", { access: "a", refresh: "r", expires: 5 });
	expect([keyring.entries.size, (await contents()).includes("sk-second")]).toEqual([2, false]);
	const [login] = store.list("other");
	store.replaceTokens(login?.id ?? 0, { access: "b", refresh: "r", expires: 6 });
	expect(store.list("other")).toMatchObject([{ tokens: { access: "b" } }]);
	store.remove(login?.id ?? 0);
	expect([keyring.entries.size, store.moveTo("file"), keyring.entries.size]).toEqual([1, 1, 0]);
	expect([store.storage, store.list("acme")]).toMatchObject(["file", [{ key: "sk-second" }]]);
});

test("a keyring that cannot be used leaves the credentials in the file", async () => {
	const broken: Keyring = {
		save: () => {
			throw new KeyringError("The keyring cannot be used: locked");
		},
		find: () => undefined,
		remove: () => {},
	};
	await using opened = await open(broken);
	opened.store.saveKey("acme", "sk-first");
	expect(() => opened.store.moveTo("keyring")).toThrow("locked");
	expect([opened.store.storage, opened.store.list("acme")]).toMatchObject(["file", [{ key: "sk-first" }]]);
});
