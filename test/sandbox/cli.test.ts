import { describe, expect } from "bun:test";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

describe("omp sandbox", () => {
	verifies("sandbox:cli:run", async () => {
		await using omp = await ompProject();
		const command = "echo a > a.txt; echo b > ~/b.txt; exit 7";
		const { exitCode, stderr } = await omp.run(["sandbox", "run", "--", "sh", "-c", command]);
		expect([exitCode, await omp.files.read("a.txt")]).toEqual([7, "a\n"]);
		expect(stderr).toContain("Read-only file system");
	});

	verifies("sandbox:cli:explain", async () => {
		await using omp = await ompProject({ files: { ".env": "A=1\n" } });
		const explain = async (subject: string) => (await omp.run(["sandbox", "explain", subject])).stdout;
		const env = join(omp.path, ".env");
		expect(await explain(".env")).toBe(
			`${env}: readable, not writable, since ${env} decides what runs later. The model changes it with its file tools, which ask.\n`,
		);
		expect(await explain("~/.ssh/id_rsa")).toContain("not readable");
		expect(await explain("./src/a.ts")).toContain("readable and writable");
		expect(await explain("/etc/hosts")).toContain("readable, not writable, since it is outside of");
		expect(await explain("example.com")).toContain("asked about once");
		expect(await explain("git push origin")).toContain("runs in the sandbox");
	});

	verifies("sandbox:cli:check", async () => {
		await using omp = await ompProject();
		const { exitCode, stdout } = await omp.run(["sandbox", "check"]);
		expect([exitCode, stdout]).toEqual([
			0,
			expect.stringMatching(/^Sandbox: Landlock \d.*\n(?:✔ .*\n)+All \d+ attempts ended as they should\.\n$/),
		]);
		expect((await omp.run(["doctor"])).stdout).toMatch(/^ {2}sandbox: Landlock \d/m);
	});

	verifies("sandbox:settings:project-only-tightens", async () => {
		await using omp = await ompProject({
			files: {
				".omp/config.yml":
					'sandbox: { mode: "off", network: "on", hosts: [evil.test], writable: [/], sockets: [docker] }\n',
			},
		});
		const get = async (key: string) => (await omp.run(["config", "get", key])).stdout.trim();
		expect(await get("sandbox.mode")).toBe("workspace");
		expect(await get("sandbox.network")).toBe("off");
		for (const key of ["hosts", "writable", "sockets"])
			expect(await get(`sandbox.${key}`)).not.toMatch(/evil|docker|\//);
		await omp.files.write(".omp/config.yml", 'sandbox: { mode: "read" }\n');
		expect(await get("sandbox.mode")).toBe("read");
	});
});
