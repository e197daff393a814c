import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { SessionRequest } from "../../workbench/contract/session-request.ts";
import type { ConversationContext } from "../../workbench/running-feature.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { budgetFeature } from "./feature.ts";

async function started(request: Partial<SessionRequest> = {}) {
	const budget: Pick<Workbench["budget"], "run" | "onProblem"> = { run: {}, onProblem: () => {} };
	const running = await budgetFeature.start?.({
		workbench: partly<Workbench>("workbench", { budget: budget as Workbench["budget"] }),
		request: { maxCostUsd: undefined, tokenBudget: undefined, ...request } as SessionRequest,
		notify: () => {},
	});
	return { budget, running };
}

test("budget: the caps of the command line are those of the run", async () => {
	expect((await started({ maxCostUsd: 2, tokenBudget: 1000 })).budget.run).toEqual({ usd: 2, tokens: 1000 });
	expect((await started({ tokenBudget: 1000 })).budget.run).toEqual({ tokens: 1000 });
	expect((await started()).budget.run).toEqual({});
});

test("budget: problems with the ledger are shown in the user's conversation, not in those of sub-agents", async () => {
	const { budget, running } = await started();
	const notices: unknown[] = [];
	const conversation = (id: string) =>
		partly<Conversation>(id, { notify: (...notice) => void notices.push([id, ...notice]) });
	const main = conversation("Main");
	const join = (joining: Conversation) =>
		running?.join?.(partly<ConversationContext>("context", { conversation: joining, top: main }));
	join(main);
	join(conversation("Child"));
	budget.onProblem("The ledger is locked");
	expect(notices).toEqual([["Main", "warning", "The ledger is locked", "budget"]]);
});
