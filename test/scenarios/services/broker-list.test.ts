import { expect, test } from "bun:test";
import { exists, readFile } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { oauthBroker, provider } from "./oauth-broker.ts";
import { ask, ompService, storeKey } from "./omp-service.ts";

const hour = 3600_000;
const shown = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

requires("openssl")(verificationName("models-and-auth:broker:list"), async () => {
	await using world = await oauthBroker();
	const { broker } = world;
	await using omp = await ompProject({ connected: false });
	const list = (...flags: string[]) => omp.run(["auth-broker", "list", ...flags], { env: world.clientEnv });
	const empty = await list();
	expect([empty.exitCode, empty.stdout]).toEqual([
		0,
		`Nothing is stored in the broker at ${broker.url}. Log in with: omp auth-broker login\n`,
	]);

	const expires = Date.now() + hour;
	const { access } = await world.logIn({ email: "alice@example.com", expires });
	await storeKey(broker, "anthropic", "sk-ant-never-shown");
	await world.logIn({ email: "bob@example.com", expires });
	await storeKey(broker, "moonshot", "sk-moon-never-shown");
	const untilMs = Date.now() + 2 * hour;
	await ask(broker, "/v1/credential/3/block", { body: { provider, scope: "", untilMs } });
	await ask(broker, "/v1/credential/4/disable", { body: { cause: "left the team" } });
	const { stdout } = await list();
	expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
		[provider, "login", "alice@example.com", shown(expires), "ok"],
		["anthropic", "key", "-", "-", "ok"],
		[provider, "login", "bob@example.com", shown(expires), `at its limit until ${shown(untilMs)}`],
		["moonshot", "key", "-", "-", "disabled: left the team"],
		[""],
	]);
	const rows = JSON.parse((await list("--json")).stdout) as Array<Record<string, unknown>>;
	expect(rows.filter(({ kind }) => kind)).toEqual([
		{
			...{ id: provider, name: "GitHub Copilot", kind: "login", account: "alice@example.com" },
			...{ expires: new Date(expires).toISOString(), state: "ok" },
		},
		{ id: "anthropic", name: "Anthropic", kind: "key", state: "ok" },
		expect.objectContaining({ account: "bob@example.com", state: `at its limit until ${shown(untilMs)}` }),
		expect.objectContaining({ id: "moonshot", kind: "key", state: "disabled: left the team" }),
	]);
	expect(rows).toContainEqual({ id: "openai", name: "OpenAI" });
	// On the broker's machine, where no broker is configured, it is the same list.
	expect((await broker.run(["auth-broker", "list"])).stdout.split("\n").slice(0, 3)).toEqual(
		stdout.split("\n").slice(0, 3),
	);
	for (const secret of [access, "never-shown"]) expect(stdout + JSON.stringify(rows)).not.toContain(secret);
	await broker.kill();
	const down = await list();
	expect([down.exitCode, down.stdout, down.stderr]).toEqual([
		1,
		"",
		`Error: The broker at ${broker.url} cannot be reached: connection refused\n`,
	]);
});

test("a client whose broker is down and that has no snapshot hears of the broker, not of logins", async () => {
	await using broker = await ompService("auth-broker");
	const { url } = broker;
	await broker.kill();
	await using omp = await ompProject({ connected: false });
	const env = { OMP_AUTH_BROKER_URL: url, OMP_AUTH_BROKER_TOKEN: broker.token };
	const problem = `The broker at ${url} cannot be reached: connection refused`;
	for (const args of [
		["-p", "--model", "anthropic/claude-haiku-4-5", "hi"],
		["token", "anthropic"],
	]) {
		const run = await omp.run(args, { env });
		expect([run.exitCode, run.stderr]).toEqual([
			1,
			expect.stringContaining(`No credentials for anthropic: ${problem}`),
		]);
		expect(run.stderr).not.toContain("/login");
	}
	const doctor = await omp.run(["doctor"], { env });
	expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringContaining(problem)]);
	expect(doctor.stdout).not.toContain("omp login");
});

requires("openssl")("a client of a broker that has nothing of a provider is told where to log in", async () => {
	await using world = await oauthBroker();
	await using omp = await ompProject({ connected: false });
	const run = await omp.run(["-p", "--model", "anthropic/claude-haiku-4-5", "hi"], { env: world.clientEnv });
	expect(run.stderr).toContain("No credentials for anthropic: log in with omp auth-broker login anthropic, ");
});

test("token: a machine that uses a broker elsewhere makes none, and keeps the one it was given", async () => {
	await using omp = await ompProject({ connected: false });
	const token = (url: string, ...flags: string[]) =>
		omp.run(["auth-broker", "token", ...flags], { env: { OMP_AUTH_BROKER_URL: url } });
	const file = omp.home.file(".omp/auth-broker.token");
	const away = "http://10.0.0.5:8765";
	const refused = `Error: This machine uses the broker at ${away}, whose token is made where it runs: omp auth-broker token`;
	for (const flags of [[], ["--regenerate"]]) {
		const run = await token(away, ...flags);
		expect([run.exitCode, run.stdout, run.stderr]).toEqual([1, "", `${[refused, ...flags].join(" ")}\n`]);
		expect(await exists(file)).toBe(false);
	}
	await omp.home.write(".omp/auth-broker.token", "copied-from-the-broker\n");
	expect((await token(away)).stdout).toBe("copied-from-the-broker\n");
	expect((await token(away, "--regenerate")).exitCode).toBe(1);
	expect(await readFile(file, "utf8")).toBe("copied-from-the-broker\n");
	// The broker of this machine, which also uses it.
	expect((await token("http://127.0.0.1:8765", "--regenerate")).stdout).toMatch(/^[\w-]{43}\n$/);
});
