import { expect, test } from "bun:test";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";

/** Each prints its PID and then never exits. */
const endless = {
	bash: { command: "echo $$ > begun.tmp; mv begun.tmp begun; sleep 1000 & sleep 1000", timeout: 3000 },
	eval: { cells: [{ language: "js", code: "await Bun.write('begun', String(process.pid)); for (;;) {}", timeout: 0 }] },
} as const;

test.each(["bash", "eval"] as const)("child processes of the %s tool are killed when omp is killed", async (tool) => {
	await using project = await ompProject({ replies: [toolCall(tool, endless[tool])] });
	const omp = Bun.spawn([...project.command, "-p", "go on", "--auto-approve", "--sandbox", "off"], {
		cwd: project.path,
		env: project.env,
		stdio: ["ignore", "ignore", "ignore"],
	});
	const begun = await until(() => project.files.read("begun"));
	const running = async () => (await listProcesses()).filter(({ groupId }) => groupId === Number(begun)).length;
	expect(await running()).toBeGreaterThan(0);
	omp.kill("SIGKILL");
	await until(async () => (await running()) === 0);
});
