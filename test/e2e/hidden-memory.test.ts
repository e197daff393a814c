import { expect, setDefaultTimeout } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

setDefaultTimeout(60_000);

// Root may read everything, so omp runs as somebody else.
const asNobody = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];

requires("setpriv")("commands cannot read omp's memory, and edits still work", async () => {
	const command = "cat /proc/$PPID/maps > /dev/null 2>&1 && echo OPEN || echo CLOSED; cat /proc/$PPID/comm";
	await using omp = await ompProject({
		replies: [
			toolCall("bash", { i: "x", command }),
			toolCall("write", { i: "x", path: "a/b.txt", content: "hello\n" }),
			text("Done."),
		],
	});
	for (const folder of [omp.path, omp.home.path, join(omp.home.path, ".omp"), omp.agentDir]) await chmod(folder, 0o777);
	for (const folder of [join(omp.path, ".."), join(omp.path, "../..")]) await chmod(folder, 0o755);
	const { exitCode } = await runCommand(
		[...asNobody, ...omp.command, "--approval-mode", "yolo", "--sandbox", "off", "-p", "go"],
		{
			cwd: omp.path,
			env: { ...omp.env, TMPDIR: omp.home.path },
		},
	);
	const told = JSON.stringify(omp.model.exchanges[1]?.body);
	expect([exitCode, /CLOSED\\nomp/.test(told), told.includes("OPEN\\n")]).toEqual([0, true, false]);
	expect(await omp.files.read("a/b.txt")).toBe("hello\n");
});
