import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { broken, configured, editModes, files, outcome, repair, repaired, resultsIn } from "./repair.ts";

/** Gives every question the same answer until the run ends; returns the questions. */
async function answerAll(host: RpcHost, value: "Approve" | "Deny"): Promise<string[]> {
	const asked: string[] = [];
	for (let from = 0; ; ) {
		const next = await Promise.race([
			host.frame({ type: "extension_ui_request", method: "select" }, { from }),
			host.frame({ type: "agent_end" }),
		]);
		if (next.type === "agent_end") return asked;
		from = host.frames.indexOf(next) + 1;
		asked.push(String(next.title).split("\n")[0] ?? "");
		host.send({ type: "extension_ui_response", id: next.id, value });
	}
}

describe("repairing a project over RPC", () => {
	test.each(editModes)(
		"with edits in the mode %s and approvals off",
		async (mode) => {
			await using omp = await ompProject({ files, replies: repair(mode) });
			await configured(omp, "tools: { approvalMode: yolo }\n");
			await using host = rpcHost(omp, { env: { PI_EDIT_VARIANT: mode } });
			host.send({ id: "1", type: "prompt", message: "make the test pass" });
			expect(await answerAll(host, "Approve")).toEqual([]);
			expect(await outcome(omp)).toEqual(repaired);
		},
		20_000,
	);

	test.each(editModes)(
		"with edits in the mode %s and approvals by the host",
		async (mode) => {
			await using omp = await ompProject({ files, replies: repair(mode) });
			await configured(omp, "tools: { approvalMode: always-ask }\n");
			await using host = rpcHost(omp, { env: { PI_EDIT_VARIANT: mode } });
			host.send({ id: "1", type: "prompt", message: "make the test pass" });
			expect(await answerAll(host, "Approve")).toEqual(["Allow tool: bash", "Allow tool: edit", "Allow tool: bash"]);
			expect(await outcome(omp)).toEqual(repaired);
		},
		20_000,
	);

	test("a call that the host denies does not run", async () => {
		await using omp = await ompProject({ files, replies: repair("hashline") });
		await configured(omp, "tools: { approvalMode: always-ask }\n");
		await using host = rpcHost(omp);
		host.send({ id: "1", type: "prompt", message: "make the test pass" });
		expect(await answerAll(host, "Deny")).toHaveLength(3);
		expect(await omp.files.read("src/sum.ts")).toBe(broken);
		expect(resultsIn(omp.model.requests[4])[0]).toContain("Tool call denied by user: bash");
	}, 30_000);
});
