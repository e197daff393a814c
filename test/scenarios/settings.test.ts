import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const config = ".omp/agent/config.yml";

verifies("settings:save:flush-on-exit", async () => {
	await using omp = await ompProject();
	await omp.home.write(config, "# mine\n");
	// stdin ends at once, before the debounced save.
	const stdin = `${JSON.stringify({ type: "set_steering_mode", mode: "all" })}\n`;
	const { exitCode } = await omp.run(["--mode", "rpc"], { stdin });
	expect(exitCode).toBe(0);
	expect(await omp.home.read(config)).toBe("# mine\n\nsteeringMode: all\n");
});

verifies("settings:runtime:flags", async () => {
	const replies = [toolCall("bash", { i: "Trying", command: "echo was allowed" }), text("done")];
	const settings = "tools:\n  approvalMode: always-ask\n";
	const answered = async (...flags: string[]) => {
		await using omp = await ompProject({ replies });
		await omp.home.write(config, settings);
		await omp.run(["-p", "try", ...flags]);
		expect(await omp.home.read(config)).toBe(settings);
		return JSON.stringify(omp.model.requests.at(-1)?.messages).includes("was allowed\\n");
	};
	expect(await answered()).toBe(false);
	expect(await answered("--yolo")).toBe(true);
	expect(await answered("--approval-mode", "yolo")).toBe(true);
});

verifies("settings:scope:path-scoped-arrays", async () => {
	const asked = async (entries: string, folder = "big/deep") => {
		await using omp = await ompProject({ replies: [text("hi")], files: { [`${folder}/x`]: "" } });
		await omp.home.write(config, `enabledModels:\n${entries.replaceAll("HERE", omp.path)}\n`);
		const { stderr } = await omp.run(["-p", "hi"], { cwd: omp.files.file(folder) });
		expect(stderr).toBe("");
		return omp.model.requests[0]?.model;
	};
	const scoped =
		"  - { path: HERE/big, models: [acme/a-2] }\n  - 7\n  - { path: [], models: 3 }\n  - { nonsense: true }";
	expect(await asked(scoped)).toBe("a-2");
	expect(await asked(scoped, "elsewhere")).toBe("a-1");
	expect(await asked(scoped, "big-too")).toBe("a-1");
	expect(await asked("  - { paths: [HERE/nothing, HERE/big], values: [acme/a-2] }")).toBe("a-2");
	expect(await asked("  - { pathPrefixes: [HERE/big], items: [acme/a-2] }")).toBe("a-2");
});

verifies("cli:flag:config-overlay", async () => {
	await using omp = await ompProject({
		replies: [text("hi")],
		files: {
			"over.yml": "enabledModels: [acme/a-2]\n",
			".omp/config.yml": "enabledModels: [acme/a-1]\n",
			"bad.yml": "a: [\n",
		},
	});
	expect(await omp.run(["-p", "hi", "--config", "over.yml"])).toEqual({ stdout: "hi\n", stderr: "", exitCode: 0 });
	expect(omp.model.requests[0]?.model).toBe("a-2");
	const missing = await omp.run(["-p", "hi", "--config=nope.yml"]);
	expect(missing).toEqual({
		stdout: "",
		stderr: `Error: Settings file not found: ${omp.path}/nope.yml\n`,
		exitCode: 1,
	});
	const broken = await omp.run(["-p", "hi", "--config", "over.yml", "--config", "bad.yml"]);
	expect(broken).toMatchObject({ stdout: "", exitCode: 1 });
	expect(broken.stderr).toMatch(/^Error: Settings file is not valid YAML: .*\/bad\.yml:2:1: [^\n]*\n$/);
});
