import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { BrowserLogin } from "../model/login.ts";
import { FreshTokens } from "./fresh-tokens.ts";
import { CredentialStore } from "./store/credential-store.ts";

const hour = 3600_000;

/** A login that has expired, at a provider that answers when `answer` says so and knows the account when `describe` does. */
async function expiredLogin(
	options: { answer?: Promise<void>; describe?: BrowserLogin["describe"]; patienceMs?: number; expires?: number } = {},
) {
	const dir = await workspace();
	const store = await CredentialStore.open(dir.path, Date.now);
	const { answer, describe, patienceMs, expires = Date.now() - 1000 } = options;
	const id = store.saveLogin("acme", { access: "a1", refresh: "r1", expires });
	let asked = 0;
	const fetch = (async () => {
		asked++;
		await answer;
		return Response.json({ access_token: `a${asked + 1}`, refresh_token: `r${asked + 1}`, expires_in: 3600 });
	}) as unknown as typeof globalThis.fetch;
	const login = {
		...{ kind: "browser", authorizeUrl: "", tokenUrl: "https://acme.example/token", scopes: [] },
		...{ callback: { port: 1, path: "/" }, describe },
	} as BrowserLogin;
	const provider = { id: "acme", name: "Acme", logins: [login] };
	const ports = { fetch, now: Date.now, env: { OMP_OAUTH_CLIENT_ID_ACME: "c" }, clients: {} };
	const tokens = new FreshTokens({ store, host: { now: Date.now, newId: () => "me" }, ports, patienceMs });
	const stored = () => {
		const row = store.find(id);
		return row?.type === "oauth" ? row.tokens : undefined;
	};
	return {
		...{ store, id, stored, asked: () => asked },
		get: (more: { refused?: string; signal?: AbortSignal } = {}) => tokens.get(provider, id, more),
		async [Symbol.asyncDispose]() {
			store[Symbol.dispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

test("refresh: new tokens are stored before the provider is asked whose they are, and what it says is added", async () => {
	const described = Promise.withResolvers<{ email: string }>();
	await using login = await expiredLogin({ describe: () => described.promise });
	const got = login.get();
	await until(() => login.stored()?.refresh === "r2");
	described.resolve({ email: "a@example.com" });
	expect(await got).toMatchObject({ access: "a2", refresh: "r2", email: "a@example.com" });
	expect(login.stored()).toMatchObject({ access: "a2", refresh: "r2", email: "a@example.com" });
});

test("refresh: a provider that cannot say whose tokens they are does not cost them", async () => {
	await using login = await expiredLogin({ describe: () => Promise.reject(new Error("no profile")) });
	expect(await login.get()).toMatchObject({ access: "a2", refresh: "r2" });
	expect(login.stored()?.refresh).toBe("r2");
});

test("refresh: callers leave a slow provider, with the old token while it is valid; the answer is stored all the same", async () => {
	const answer = Promise.withResolvers<void>();
	const soon = Date.now() + 60_000;
	await using login = await expiredLogin({ answer: answer.promise, patienceMs: 20, expires: soon });
	login.store.database.run("UPDATE auth_credentials SET updated_at = updated_at - ?", [hour / 1000]);
	expect((await login.get()).access).toBe("a1");
	await expect(login.get({ refused: "a1" })).rejects.toThrow("could not be refreshed in time");
	await expect(login.get({ signal: AbortSignal.abort(new Error("left")) })).rejects.toThrow("left");
	answer.resolve();
	await until(() => login.stored()?.refresh === "r2");
	expect([login.asked(), (await login.get()).access]).toEqual([1, "a2"]);
});
