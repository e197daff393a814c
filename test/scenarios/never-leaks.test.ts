import { expect, test } from "bun:test";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const secrets = ["acme-secret-key", "key-from-a-file", "key-for-one-run", "key-of-another-provider"];

verifies(
	"models-and-auth:auth:never-leaks",
	async () => {
		await using omp = await ompProject({
			files: { "notes.txt": "hello\n" },
			replies: [
				toolCall("bash", { i: "look around", command: "env" }),
				text("Done."),
				toolCall("read", { i: "read", path: "notes.txt" }),
				text("Done."),
				failure(401, `Incorrect API key provided: ${secrets[0]}. Find yours at https://acme.example`),
				failure(400, `Bad request for ${secrets[0]}`),
				failure(403, `x-api-key: ${secrets[1]} may not`),
				failure(401, `${secrets[2]} is unknown`),
			],
		});
		const another = { OPENAI_API_KEY: secrets[3] ?? "", ANTHROPIC_API_KEY: secrets[3] ?? "" };
		await omp.home.write(".omp/agent/.env", `ACME_KEY=${secrets[1]}\n`);
		const runs = [
			await omp.run(["-p", "look"], { env: another }),
			await omp.run(["--mode", "json", "-p", "read it"], { env: another }),
			await omp.run(["-p", "refused"], { env: another }),
			await omp.run(["--mode", "json", "-p", "malformed"], { env: another }),
			await omp.run(["-p", "key from the file"], { env: { ...another, ACME_KEY: "" } }),
			await omp.run(["-p", "--model", "acme/a-1", "--api-key", secrets[2] ?? "", "key for one run"], { env: another }),
			await omp.run(["models", "acme"], { env: another }),
			await omp.run(["login"], { env: another }),
		];
		const [session] = await Array.fromAsync(new Bun.Glob("**/*.jsonl").scan({ cwd: omp.agentDir, absolute: true }));
		runs.push(await omp.run(["--export", session ?? "", join(omp.path, "page.html")], { env: another }));

		const sent = omp.model.exchanges.map(({ headers }) => headers["x-api-key"]);
		expect(sent).toEqual([...Array(6).fill(secrets[0]), secrets[1], secrets[2]]);
		expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1, 1, 1, 1, 0, 0, 0]);
		expect(runs[2]?.stderr).toContain("Incorrect API key provided: [redacted]");

		const places: Array<[string, string]> = runs.map(({ stdout, stderr }, index) => [
			`output ${index}`,
			stdout + stderr,
		]);
		for (const root of [omp.home.path, omp.path]) {
			for await (const file of new Bun.Glob("**/*").scan({ cwd: root, dot: true, absolute: true })) {
				if (!file.endsWith("/agent/.env")) places.push([file, await Bun.file(file).text()]);
			}
		}
		const requests = JSON.stringify(omp.model.requests);
		places.push(["requests", requests]);
		const leaks = places.filter(([, content]) => secrets.some((secret) => content.includes(secret)));
		expect(leaks.map(([place]) => place)).toEqual([]);
		expect(places.map(([place]) => place)).toContain(join(omp.path, "page.html"));
		expect(places.some(([place]) => place.includes("http-400-requests"))).toBe(true);
	},
	60_000,
);

test("no process of omp shows a key in its environment, and requests still have it", async () => {
	const key = `key-${crypto.randomUUID()}`;
	// A shell script would be read beforehand, and refused.
	const look = `
		import { readdirSync, readFileSync } from "node:fs";
		for (const pid of readdirSync("/proc").filter((name) => /^\\d+$/.test(name))) {
			try {
				if (readFileSync("/proc/" + pid + "/environ", "latin1").includes(process.argv[2])) console.log(pid + "/environ");
			} catch {}
		}
		console.log("looked");
	`;
	await using omp = await ompProject({
		files: { "look.js": look },
		replies: [
			toolCall("bash", { i: "look", command: `BUN_BE_BUN=1 ${process.execPath} look.js ${key.slice(4)}` }),
			text("Done."),
		],
	});
	const { exitCode } = await omp.run(["-p", "look"], { env: { ACME_KEY: key, OPENAI_API_KEY: key } });
	expect(exitCode).toBe(0);
	expect(omp.model.exchanges.map(({ headers }) => headers["x-api-key"])).toEqual([key, key]);
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("looked");
	expect(JSON.stringify(omp.model.requests.at(-1))).not.toContain("/environ");
}, 30_000);
