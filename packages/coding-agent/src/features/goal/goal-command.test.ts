import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { testScreen } from "../../commands/testing/test-screen.ts";
import { testSession } from "../../commands/testing/test-session.ts";
import { Features } from "../../workbench/features.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { goalCommand } from "./goal-command.ts";
import type { GoalMode } from "./goal-mode.ts";
import { goalKey } from "./running-goal.ts";

test("/goal reads budgets as people write them", async () => {
	const budgets: Array<number | undefined> = [];
	const goal = partly<GoalMode>("goal", {
		setBudget(budget) {
			budgets.push(budget);
			return {
				...{ id: "1", objective: "x", status: "active", tokensUsed: 0, timeUsedSeconds: 0 },
				...{ createdAt: "", updatedAt: "" },
			};
		},
	});
	const features = new Features();
	features.add(goalKey, { goalOf: () => goal });
	const workbench = partly<Workbench>("workbench", { features });
	const session = partly<OpenedConversation>("session", { ...testSession([]).session, workbench });
	const run = (args: string) =>
		goalCommand.screen?.run({ args, session, commands: { list: async () => [] } }, testScreen().ports);
	for (const words of ["200k", "1.5m", "1200", "off"]) await run(`budget ${words}`);
	expect(budgets).toEqual([200_000, 1_500_000, 1200, undefined]);
	expect(await run("budget lots")).toMatchObject({ level: "warning" });
});
