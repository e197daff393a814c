import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type CommandWorld, runCommandIn } from "../../testing/run-command-in.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { token } from "./token.ts";

const now = 1_750_000_000_000;
const hour = 3600_000;

/** A home folder shared by several commands. */
async function shared() {
	const dir = await mkdtemp(join(tmpdir(), "agent-"));
	const run = (command: typeof login, argv: string[], world: CommandWorld = {}) =>
		runCommandIn(command, argv, { ...world, env: { ...world.env, PI_CODING_AGENT_DIR: dir } });
	return {
		run,
		async store(fill: (store: CredentialStore) => void) {
			using store = await CredentialStore.open(dir, () => now);
			fill(store);
		},
		async stored() {
			using store = await CredentialStore.open(dir, () => now);
			return store.list();
		},
		[Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
	};
}

const account = (name: string) => ({
	access: `at-${name}`,
	refresh: "r",
	expires: now + hour,
	email: `${name}@example.com`,
});

test("omp login: a piped key is stored, printed by omp token and removed by omp logout", async () => {
	await using world = await shared();
	const loggedIn = await world.run(login, ["minimax-code"], { stdin: "mm-key-1\n" });
	expect(loggedIn.stdout).toMatch(/^(?:Stored the key for|Logged in to) MiniMax Coding Plan/);
	expect(loggedIn.stderr).not.toContain("mm-key-1");
	expect(await world.run(token, ["minimax-code"])).toMatchObject({ stdout: "mm-key-1\n", stderr: "", code: 0 });
	expect((await world.run(logout, ["minimax-code"])).stdout).toBe("Logged out of minimax-code.\n");
	expect(await world.stored()).toEqual([]);
	await expect(world.run(logout, ["minimax-code"])).rejects.toThrow("Nothing is stored for minimax-code.");
});

test("omp login: where the account cannot be used, a key is asked for instead", async () => {
	await using world = await shared();
	const attempt = world.run(login, ["anthropic", "--no-browser"], { answers: ["two words"] });
	await expect(attempt).rejects.toThrow("A key has no spaces in it; nothing was stored");
	expect(await world.stored()).toEqual([]);
});

test("omp login: a typed key is not echoed", async () => {
	await using world = await shared();
	const { asked, stderr } = await world.run(login, ["zai", "--no-browser"], { answers: ["zai-key-1"] });
	expect(asked).toEqual([{ question: "Key for Z.ai:", secret: true }]);
	expect(stderr).toContain("https://z.ai/manage-apikey/apikey-list");
	expect((await world.stored()).map(({ provider, type }) => [provider, type])).toEqual([["zai", "api_key"]]);
});

test("omp login: without a client id it says how to configure one", async () => {
	await using world = await shared();
	await expect(world.run(login, ["google-gemini-cli"], { answers: [] })).rejects.toThrow(
		"google-gemini-cli login isn't available in this build. Use an API key, or set OMP_OAUTH_CLIENT_ID_GOOGLE_GEMINI_CLI",
	);
	await expect(world.run(login, ["ollama"])).rejects.toThrow("ollama has no login.");
	await expect(world.run(login, ["antropic"])).rejects.toThrow('Unknown provider "antropic".');
	await expect(world.run(login, ["groq", "--device"])).rejects.toThrow("Groq has no login with a device code.");
	await expect(world.run(login, ["zai", "--device"])).rejects.toThrow("Z.ai has no login with a device code.");
});

test("omp login: without a provider it lists them and marks those stored", async () => {
	await using world = await shared();
	await world.store((store) => store.saveKey("zai", "k"));
	const { stdout } = await world.run(login, []);
	expect(stdout).toContain("● zai                      Z.ai (key)\n");
	expect(stdout).toContain("○ anthropic                Anthropic (account, key)\n");
	expect(stdout).toContain("○ groq                     Groq (key)\n");
	expect(stdout).not.toContain("lm-studio");
});

test("omp token: lists accounts without their tokens, and prints the chosen one", async () => {
	await using world = await shared();
	await world.store((store) => {
		store.saveLogin("anthropic", account("a"));
		store.saveLogin("anthropic", account("b"));
		store.disable(store.saveLogin("anthropic", account("c")), "answered invalid_grant");
	});
	const listed = await world.run(token, ["anthropic", "-l"]);
	expect(listed.stdout).toBe(
		"1  a@example.com  (login, valid for 60 min)\n" +
			"2  b@example.com  (login, valid for 60 min)\n" +
			"3  c@example.com  (login, valid for 60 min, not in use: answered invalid_grant)\n",
	);
	expect((await world.run(token, ["anthropic", "-a", "2", "--raw"])).stdout).toBe("at-b");
	await expect(world.run(token, ["anthropic", "-a", "7"])).rejects.toThrow("There is no account 7; there are 3.");
});

verifies("cli:sub:token", async () => {
	await using world = await shared();
	await expect(world.run(token, ["groq"])).rejects.toThrow(
		"No credentials for groq: log in with /login groq, set GROQ_API_KEY",
	);
	expect((await world.run(token, ["groq"], { env: { GROQ_API_KEY: "gsk" } })).stdout).toBe("gsk\n");
	await expect(world.run(token, [])).rejects.toThrow("Which provider? omp token <provider>");
});

verifies("models-and-auth:login:logout", async () => {
	await using world = await shared();
	await world.store((store) => {
		store.saveLogin("anthropic", account("a"));
		store.saveLogin("anthropic", account("b"));
	});
	await expect(world.run(logout, ["anthropic"])).rejects.toThrow(
		"choose one with -a or all with --all:\n1  a@example.com",
	);
	const env = { ANTHROPIC_API_KEY: "k" };
	expect((await world.run(logout, ["anthropic", "-a", "1"], { env })).stdout).toBe(
		"Logged out of anthropic. Still usable through login b@example.com.\n",
	);
	expect((await world.run(logout, ["anthropic", "--all"], { env })).stdout).toBe(
		"Logged out of anthropic. Still usable through ANTHROPIC_API_KEY.\n",
	);
});

verifies("cli:sub:usage", async () => {
	const { usage } = await import("../usage.ts");
	const { UsageCache } = await import("@oh-my-pi/pi-ai/auth/usage/usage-cache");
	const { usageLimit } = await import("@oh-my-pi/pi-ai/auth/usage/usage-report");
	await using world = await shared();
	await expect(world.run(usage, [])).rejects.toThrow("No accounts are logged in.");
	await world.store((store) => {
		const id = store.saveLogin("anthropic", account("alice"));
		const limits = [
			usageLimit({
				id: "five_hour",
				label: "Session",
				windowLabel: "5 hours",
				usedFraction: 0.5,
				resetsAt: now + hour,
			}),
		];
		new UsageCache(store.database, () => now).write(id, {
			provider: "anthropic",
			accountKey: "email:alice@example.com",
			email: "alice@example.com",
			limits,
			fetchedAt: now,
		});
	});
	expect((await world.run(usage, [])).stdout).toBe(
		"anthropic alice@example.com\n  ██████████░░░░░░░░░░  50%  Session (5 hours)  resets in 60 min\n",
	);
	expect((await world.run(usage, ["--redact"])).stdout).toStartWith("anthropic al…@example.com\n");
	expect((await world.run(usage, ["--history"])).stdout).toBe(
		"2025-06-15T15:06  anthropic alice@example.com  Session  50%\n",
	);
	const { reports } = JSON.parse((await world.run(usage, ["--json"])).stdout);
	expect(reports[0].limits[0].usedFraction).toBe(0.5);
});
