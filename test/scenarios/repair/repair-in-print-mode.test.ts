import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import {
	broken,
	configured,
	editModes,
	files,
	lastWords,
	outcome,
	repair,
	repaired,
	resultsIn,
	whole,
} from "./repair.ts";

describe("repairing a project in print mode", () => {
	const approvals = {
		off: "tools: { approvalMode: yolo }\n",
		"on, where the rules allow what is needed":
			"tools:\n  approvalMode: always-ask\n  approval:\n    edit: allow\n    bash: ALLOW\n",
	};
	const ways = editModes.flatMap((mode) => Object.entries(approvals).map((approval) => [mode, ...approval] as const));

	test.each(ways)(
		"with edits in the mode %s and approvals %s",
		async (mode, _, settings) => {
			await using omp = await ompProject({ files, replies: repair(mode) });
			await configured(omp, settings);
			const { stdout, exitCode } = await omp.run(["-p", "make the test pass"], { env: { PI_EDIT_VARIANT: mode } });
			expect([stdout, exitCode]).toEqual([`${lastWords}\n`, 0]);
			expect(await outcome(omp)).toEqual(repaired);
		},
		20_000,
	);

	verifies(
		"cli:flag:approval",
		async () => {
			await using omp = await ompProject({ files, replies: [...repair("hashline"), ...repair("hashline")] });
			await configured(omp, "tools:\n  approvalMode: always-ask\n");
			await omp.run(["-p", "make the test pass"]);
			expect(await omp.files.read("src/sum.ts")).toBe(broken);
			const [first, source, , edit] = resultsIn(omp.model.requests[4]);
			expect(first).toContain('\\"bash\\" needs the user\'s approval for this call, and nobody can be asked');
			expect(source).toContain("return a - b;");
			expect(edit).toContain('\\"edit\\" needs the user\'s approval');
			await omp.run(["-p", "--approval-mode", "write", "--sandbox", "off", "make the test pass"]);
			expect(await omp.files.read("src/sum.ts")).toBe(whole);
			const [again] = resultsIn(omp.model.requests[9]);
			expect(again).toContain('\\"bash\\" needs the user\'s approval');
			for (const flag of ["--yolo", "--auto-approve"]) {
				omp.model.script(toolCall("bash", { i: "Saying hi", command: "echo hi" }), text("Done."));
				await omp.run(["-p", flag, "say hi"]);
				expect(resultsIn(omp.model.requests.at(-1))[0]).toContain("hi");
			}
			const wrong = await omp.run(["-p", "--approval-mode", "sometimes", "x"]);
			expect([wrong.exitCode, wrong.stderr]).toEqual([
				2,
				'Error: --approval-mode must be one of: always-ask, write, auto, yolo; got "sometimes"\n',
			]);
		},
		30_000,
	);

	test("a deny rule also applies in yolo mode", async () => {
		await using omp = await ompProject({ files, replies: repair("hashline") });
		await configured(omp, "tools:\n  approval:\n    bash: deny\n    edit: nonsense\n");
		await omp.run(["-p", "--yolo", "make the test pass"]);
		const [denied] = resultsIn(omp.model.requests[4]);
		expect(denied).toContain("is blocked by user policy (tools.approval.bash: deny)");
		expect(await omp.files.read("src/sum.ts")).toBe(whole);
	}, 30_000);
});

verifies("tools-agent:registry:unknown-tool-flag", async () => {
	await using omp = await ompProject();
	const { stderr, exitCode } = await omp.run(["-p", "x", "--tools", "read,serach"]);
	expect(exitCode).toBe(2);
	expect(stderr).toMatch(
		/^Error: Unknown tool in --tools: serach\. Valid tools: read, write, .*\. Did you mean search\?\n$/,
	);
});
