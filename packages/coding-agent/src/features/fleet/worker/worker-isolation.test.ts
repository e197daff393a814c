import { expect } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type FleetBench, fleetBench } from "./testing/fleet-bench.ts";

const repositoryRoot = resolve(import.meta.dir, "../../../../../..");
const usual = {
	PATH: process.env.PATH,
	HOME: process.env.HOME,
	LC_ALL: "C.UTF-8",
	TZ: "UTC",
	ACME_KEY: "acme-secret-key",
};
const ofWorker = {
	AWS_SECRET_ACCESS_KEY: "planted-aws",
	GH_TOKEN: "planted-gh",
	NPM_TOKEN: "planted-npm",
	DATABASE_URL: "postgres://planted-database",
	VAULT_ADDR: "planted-vault",
	S3_ACCESS_KEY_ID: "planted-s3",
	PGPASSWORD: "planted-pg",
	OMP_FLEET_STORE: "/planted-store",
	MY_FLAG: "planted-flag",
	HTTPS_PROXY: "",
};

for (const sandbox of ["workspace", "off"] as const)
	requires("python3")(
		`programs and checks of a task get only the variables that are named (sandbox: ${sandbox})`,
		async () => {
			await using bench = await fleetBench({
				replies: [
					toolCall("bash", { command: "env > model.txt; true" }),
					toolCall("eval", {
						language: "python",
						code: "import os; open('python.txt','w').write(str(dict(os.environ)))",
					}),
					text("Done."),
				],
			});
			const check = { command: "env > check.txt; env", timeoutSeconds: 60, restore: [] };
			const env = { ...usual, ...ofWorker };
			const [task] = await bench.run(await bench.submit({ check }), {
				...{ sandbox, host: hostWith(bench, env), variables: ["MY_*"] },
			});
			expect(task?.state).toBe("done");
			const patch = await bench.text(task?.result?.patch);
			const checked = await bench.text(task?.result?.check?.output);
			for (const seen of [patch, checked]) {
				expect(seen).toContain("MY_FLAG=planted-flag");
				expect(seen).toContain("LC_ALL=C");
				expect(seen).not.toMatch(/planted-(?!flag)|acme-secret|OMP_FLEET|OMP_PROGRAM|VAULT/);
			}
			expect(patch).toContain("python.txt");
		},
		120_000,
	);

requires("python3")(
	"neither tools nor programs of a task see the queue, the store and other tasks",
	async () => {
		// Not in /tmp, of which a box sees nothing anyway.
		mkdirSync(join(repositoryRoot, "dist"), { recursive: true });
		const folder = mkdtempSync(join(repositoryRoot, "dist", "fleet-"));
		const write = (path: string, content: string) => {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), content);
			return join(folder, path);
		};
		try {
			const control = write("plain/note.txt", "planted-plain\n");
			const hidden = [
				write("fleet/queue.db", "planted-queue\n"),
				write("fleet/store/tasks/t9/1/log-1", "planted-log\n"),
				write("fleet/work/other/t9-1/tree/secret.txt", "planted-tree\n"),
				write("fleet/cache/other.git/config", "planted-clone\n"),
				write("elsewhere/store/x", "planted-store\n"),
			];
			const all = [control, ...hidden];
			const calls = [
				...all.map((path) => toolCall("read", { path })),
				toolCall("bash", { command: "python3 look.py" }),
				...[join(folder, "plain"), join(folder, "fleet"), folder].map((path) =>
					toolCall("search", { pattern: "planted", paths: [path] }),
				),
				toolCall("read", { path: join(folder, "fleet/work/other/t9-1/tree") }),
				toolCall("find", { path: join(folder, "fleet/**") }),
				toolCall("write", { path: "b.txt", content: "b\n" }),
				toolCall("bash", { command: "git status --short; git log --oneline | wc -l" }),
			];
			// What is asked for by name is refused before it runs.
			const files = { "look.py": look, "paths.txt": all.join("\n") };
			await using bench = await fleetBench({ files, replies: [...calls, text("Done.")] });
			const directories = {
				...{
					fleet: join(folder, "fleet"),
					agent: bench.folder.file("agent"),
					others: [join(folder, "elsewhere/store")],
				},
			};
			const [task] = await bench.run(await bench.submit({ repository: `file://${bench.repository.path}` }), {
				...{ sandbox: "workspace", directories },
			});
			expect({ state: task?.state, message: task?.result?.message }).toEqual({
				state: "done",
				message: "1 file changed.",
			});
			const said = results(bench);
			expect(new Set(said.join("\n").match(/planted-\w+/g))).toEqual(new Set(["planted-plain"]));
			// Each tool found what it may see.
			const [byRead, byCommand, bySearch] = [0, all.length, all.length + 1].map((index) => said[index]);
			for (const found of [byRead, byCommand, bySearch]) expect(found).toContain("planted-plain");
			const [listed, found] = said.slice(-4);
			for (const names of [byCommand, listed, found]) expect(names).not.toMatch(/secret\.txt\\n|log-1|queue\.db\\n/);
			expect(said.at(-1)).toContain("?? b.txt");
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
	180_000,
);

const look = `import os
for path in open("paths.txt").read().split():
    for see in (lambda: open(path).read(), lambda: os.listdir(os.path.dirname(path))):
        try:
            print(see())
        except OSError as error:
            print(error.strerror)
`;

function hostWith(bench: FleetBench, env: Readonly<Record<string, string | undefined>>) {
	return {
		...{ cwd: bench.folder.path, home: bench.folder.path, env },
		now: () => Date.now(),
		newId: () => Bun.randomUUIDv7(),
	};
}

/** What the tools answered, as the last request has it. */
function results({ model }: FleetBench): string[] {
	const messages = model.requests.at(-1)?.messages as ReadonlyArray<{ readonly content: unknown }>;
	return messages.flatMap(({ content }) =>
		Array.isArray(content)
			? content.filter(({ type }) => type === "tool_result").map((part) => JSON.stringify(part.content))
			: [],
	);
}
