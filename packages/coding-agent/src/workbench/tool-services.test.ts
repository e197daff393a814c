import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { askTimeout } from "@oh-my-pi/pi-tools/ask/ask";
import { settingsIn } from "../settings/testing/settings-in.ts";

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
		const secondsWhen = (isActive: boolean) => {
			const questions = questionService({ plan: { isActive }, frontEnd: { ask: undefined }, stopRun: () => {} });
			return askTimeout({ settings: place.settings, questions })();
		};
		expect([secondsWhen(false), secondsWhen(true)]).toEqual([30, 0]);
	},
	20_000,
);
