import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { askTimeout } from "@oh-my-pi/pi-tools/ask/ask";
import { settingsIn } from "../../settings/testing/settings-in.ts";

import { questionService } from "./tool-services.ts";

verifies(
	"tools-agent:ask:recommended-and-timeout",
	async () => {
		const options = [{ label: "SQLite" }, { label: "Postgres" }];
		const ask = (recommended?: number) =>
			toolCall("ask", {
				i: "Asking",
				questions: [{ id: "db", question: "Which?", options, ...(recommended !== undefined && { recommended }) }],
			});
		await using omp = await ompProject({ replies: [ask(1), ask(), text("Fine.")] });
		await omp.home.write(".omp/agent/config.yml", "ask: { timeout: 1 }\n");
		await using host = rpcHost(omp, { args: ["--mode", "rpc-ui"] });
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "agent_end" });
		const told = JSON.stringify(omp.model.requests[2]?.messages);
		expect(told).toContain("Postgres (auto-selected after timeout)");
		expect(told).toContain("SQLite (auto-selected after timeout)");

		await using place = await settingsIn({ "agent/config.yml": "ask: { timeout: 30 }\n" });
		const secondsWhen = (mustWait: boolean) => {
			const questions = questionService({
				mustWait: () => mustWait,
				frontEnd: { ask: undefined },
				stopRun: () => {},
			});
			return askTimeout({ settings: place.settings, questions })();
		};
		expect([secondsWhen(false), secondsWhen(true)]).toEqual([30, 0]);
	},
	20_000,
);

test("a cell calls tools of its session, with rules and hooks as for any call", async () => {
	const cell = (code: string) => toolCall("eval", { cells: [{ language: "js", code }] });
	await using omp = await ompProject({
		replies: [
			cell("(await tool.read({ path: 'a.txt' })).text"),
			cell("(await tool.Grep({ query: 'wor', path: '.' })).text"),
			cell("await tool.write({ path: 'b.txt', content: 'no' })"),
			cell("await tool.eval({ cells: [] })"),
			text("Done."),
		],
	});
	await omp.files.write("a.txt", "hello world\n");
	await omp.home.write(".omp/agent/config.yml", "tools: { approval: { write: deny } }\n");
	await using host = rpcHost(omp, { args: ["--mode", "rpc"] });
	host.send({ id: "p", type: "prompt", message: "go" });
	await host.frame({ type: "agent_end" });
	const told = omp.model.requests.map(({ messages }) => JSON.stringify(messages));
	expect(told[1]).toContain("1:hello world");
	expect(told[2]).toContain("*1:hello world");
	expect(told[2]).toContain("Read `query` as `pattern`.");
	expect(told[3]).toContain("is blocked by user policy");
	expect(told[4]).toContain("A cell cannot run cells");
	expect(await Bun.file(omp.files.file("b.txt")).exists()).toBe(false);
}, 30_000);
