import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { gatewayWorld } from "./gateway-world.ts";
import { ask, brokerEnv, ompService } from "./omp-service.ts";

const page = join(import.meta.dir, "../../../docs/auth-gateway.md");
const claude = "anthropic/claude-haiku-4-5";

/** The `models.yml` of the page, with the address of this gateway. */
async function recipe(url: string): Promise<string> {
	const yaml = /```yaml\n(# models\.yml\n[^`]+)```/.exec(await readFile(page, "utf8"))?.[1] ?? "";
	const here = yaml.replace("http://10.0.0.5:4000", url);
	if (here === yaml) throw new Error("the page has another recipe now");
	return here;
}

/** Where nobody has asked the gateway for its models yet. */
async function freshOmp(url: string): Promise<OmpProject> {
	const omp = await ompProject({ connected: false });
	await omp.home.write(".omp/agent/models.yml", await recipe(url));
	return omp;
}

verifies("models-and-auth:gateway:omp-behind", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("from behind") });
	const { gateway } = world;
	const env = { TEAM_GATEWAY_KEY: gateway.token };
	const commands: ReadonlyArray<readonly [args: readonly string[], stdout: string]> = [
		[["-p", "--model", `team/${claude}`, "hi"], "from behind\n"],
		[["-p", "--model", "team/claude-haiku-4-5", "hi"], "from behind\n"],
		[["models"], "● team ("],
		[["models", "team"], "usable now: team ("],
		[["models", "find", `team/${claude}`], `selects team/${claude}\n`],
		[["models", "team", "--json"], `"selector":"team/${claude}"`],
		[["doctor"], "No problems"],
	];
	for (const [args, stdout] of commands) {
		await using omp = await freshOmp(gateway.url);
		const run = await omp.run(args, { env });
		expect([args, run.exitCode, run.stdout]).toEqual([args, 0, expect.stringContaining(stdout)]);
	}
	await using omp = await freshOmp(gateway.url);
	expect((await omp.run(["-p", "hi"], { env })).stdout).toBe("from behind\n");
});

test("a gateway that gives no list is named, with the reason, wherever its models are named or listed", async () => {
	await using world = await gatewayWorld();
	await using omp = await freshOmp(world.gateway.url);
	const list = `${world.gateway.url}/v1/models`;
	const unset = `Could not list the models of team: ${list} answered 401; the key came from models.yml, where TEAM_GATEWAY_KEY is not the name of a set variable`;
	const listed = await omp.run(["models", "team"]);
	expect([listed.stdout, listed.stderr]).toEqual(["No models available.\n", `${unset}\n`]);
	const named = await omp.run(["-p", "--model", `team/${claude}`, "hi"]);
	expect([named.exitCode, named.stderr]).toEqual([
		1,
		`Error: Model "team/${claude}" not found: ${unset.replace("Could", "could")}\n`,
	]);
	const doctor = await omp.run(["doctor"]);
	expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringContaining(unset)]);
	await world.gateway.kill();
	const down = await omp.run(["models", "team"], { env: { TEAM_GATEWAY_KEY: "k" } });
	const { host } = new URL(world.gateway.url);
	expect(down.stderr).toBe(`Could not list the models of team: could not reach ${host}: connection refused\n`);
});

test("a gateway behind a gateway is asked for its list when its models are named, also when it starts later", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("from far behind") });
	const { gateway: inner, broker } = world;
	await using outer = await ompService("auth-gateway", {
		env: { ...brokerEnv(broker), TEAM_GATEWAY_KEY: inner.token },
	});
	await outer.home.write(".omp/agent/models.yml", await recipe(inner.url));
	await outer.kill();
	await outer.restart();
	const id = `team/${claude}`;
	const found = await ask(outer, `/v1/models/${id}`);
	expect([found.status, found.body.id]).toEqual([200, id]);
	const messages = [{ role: "user", content: "Hi" }];
	const answer = await ask(outer, "/v1/messages", { body: { model: id, max_tokens: 9, messages } });
	expect(JSON.stringify(answer.body)).toContain("from far behind");
});
