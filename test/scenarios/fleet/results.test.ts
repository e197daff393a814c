import { expect } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { fleetProject, hasResult } from "./fleet-project.ts";

/** Three repositories with the same task; each test then changes what it finds. */
async function changedRepositories() {
	const project = await fleetProject({
		otherwise: (body) =>
			hasResult(body)
				? text("Greets.\n\nIt says hello now.")
				: toolCall("write", { i: "Writing", path: "a.txt", content: "hello\n" }),
	});
	const [clean, moved] = await Promise.all([
		project.repository(),
		project.repository(),
		project.omp.files.write("plain/a.txt", "one\n"),
	]);
	const folder = project.omp.files.file("plain");
	await project.batch({
		name: "greet",
		tasks: [
			{ name: "clean", prompt: "Write a.txt", repository: clean.path },
			{ name: "moved", prompt: "Write a.txt", repository: moved.path },
			{ name: "plain", prompt: "Write a.txt", repository: "./plain" },
		],
	});
	const run = await project.fleet("run", "batch.yml");
	expect([run.exitCode, run.stdout]).toEqual([0, expect.any(String)]);
	return { project, clean, moved, folder };
}

verifies(
	"fleet:results:apply",
	async () => {
		const { project, clean, moved, folder } = await changedRepositories();
		await using _project = project;
		await moved.write("a.txt", "someone else's\n");
		await clean.write("other.txt", "mine\n");
		const { stdout, exitCode } = await project.fleet("results", "--apply");
		expect([exitCode, stdout]).toEqual([
			1,
			expect.stringMatching(
				/^clean +\S+ +applied\nmoved +\S+ +REFUSED: .*a\.txt.*\nplain +\S+ +applied\n2 of 3 changes are there, 1 refused\n$/,
			),
		]);
		expect([await clean.read("a.txt"), await moved.read("a.txt"), await Bun.file(`${folder}/a.txt`).text()]).toEqual([
			"hello\n",
			"someone else's\n",
			"hello\n",
		]);
		expect(await clean.git("status", "--short")).toBe(" M a.txt\n?? other.txt\n");
		const again = await project.json("results", "--apply");
		expect(again.results.map(({ name, kind }: Record<string, unknown>) => [name, kind])).toEqual([
			["clean", "present"],
			["moved", "refused"],
			["plain", "present"],
		]);
		expect((await project.fleet("results", "-o", "patches")).stdout).toContain("3 patches written to ");
	},
	60_000,
);

verifies(
	"fleet:results:branch",
	async () => {
		const { project, clean, moved } = await changedRepositories();
		await using _project = project;
		await moved.write("a.txt", "someone else's\n");
		await moved.git("commit", "-qam", "Moved on");
		await clean.write("a.txt", "being edited\n");
		const { stdout, exitCode } = await project.fleet("results", "--branch");
		expect([exitCode, stdout]).toEqual([
			1,
			expect.stringMatching(
				/^clean +\S+ +applied as fleet\/clean-\S+\nmoved +\S+ +applied as fleet\/moved-\S+\nplain +\S+ +REFUSED: .*\n/,
			),
		]);
		for (const repository of [clean, moved]) {
			const branch = (await repository.git("branch", "--list", "fleet/*", "--format=%(refname:short)")).trim();
			expect(await repository.git("show", `${branch}:a.txt`)).toBe("hello\n");
			expect(await repository.git("log", "-1", "--format=%s%n%(trailers:key=Omp-Task)", branch)).toMatch(
				/^(clean|moved)\nOmp-Task: \w{26}-000\d\n/,
			);
		}
		expect(await clean.git("status", "--short", "--branch")).toBe("## main\n M a.txt\n");
		expect((await project.fleet("results", "--branch")).stdout).toMatch(
			/^clean +\S+ +is there already as fleet\/clean-/,
		);
	},
	60_000,
);
