import { describe, expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { resolveTool } from "@oh-my-pi/pi-tools/resolve/resolve";
import { PendingQueue } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { newSession } from "../../../conversation/operations/new-session.ts";
import { testLog } from "../../../conversation/testing/history.ts";
import { productHooks } from "../../../conversation/testing/product-hooks.ts";
import { scriptedConversation } from "../../../conversation/testing/scripted-conversation.ts";
import { executePlan, type PlanDecision } from "./execute-plan.ts";
import { PlanMode, type PlanProposal } from "./plan-mode.ts";
import { planSlug, planTitle } from "./plan-slug.ts";

const handsIn = calls({ name: "resolve", arguments: { action: "apply", reason: "ready", extra: { title: "go" } } });

async function planning(answers: readonly ScriptedAnswer[], log = testLog()) {
	const files = await workspace();
	let conversation: Conversation | undefined;
	const localFolder = () => join(files.path, conversation?.log.id ?? "");
	const plan = new PlanMode({ log: () => conversation?.log ?? log, localFolder, now: () => 0 });
	const pending = new PendingQueue({ standing: () => plan.standing });
	const tools = [resolveTool({ pending })];
	const product = productHooks({ tools, hooks: [() => plan.hook] });
	const talk = scriptedConversation(answers, { ...product, log });
	conversation = talk.conversation;
	const proposals: PlanProposal[] = [];
	plan.onProposed = (proposal) => void proposals.push(proposal);
	const writePlan = async (text: string) => {
		await mkdir(localFolder(), { recursive: true });
		await writeFile(join(localFolder(), "go-plan.md"), text);
	};
	const decide = (decision: PlanDecision) => {
		const [proposal] = proposals;
		if (!proposal) throw new Error("No plan was handed in");
		return executePlan(proposal, decision, { conversation: talk.conversation, plan, now: () => 0, localFolder });
	};
	return { ...talk, log, plan, proposals, writePlan, decide, localFolder, files };
}

type Talk = Awaited<ReturnType<typeof planning>>;

/** The messages of the n-th request, as text. */
const sent = ({ requests }: Talk, index: number) => JSON.stringify(requests.at(index)?.context.messages);

describe("plan mode", () => {
	verifies("agent-loop:plan:context-message", async () => {
		const talk = await planning([says("One."), says("Two."), says("Three.")]);
		talk.plan.enter();
		await talk.conversation.submit({ type: "prompt", text: "plan it" });
		await talk.conversation.submit({ type: "prompt", text: "more" });
		expect(sent(talk, 1).match(/Plan mode is on/g)).toHaveLength(1);
		const notes = [...talk.log.entries()].filter((entry) => entry.type === "custom_message");
		expect(notes).toMatchObject([{ customType: "plan-mode-context", display: false }]);
		talk.plan.leave();
		await talk.conversation.submit({ type: "prompt", text: "do it" });
		expect(sent(talk, 2)).toContain("Plan mode is off");
	});

	verifies("agent-loop:plan:propose", async () => {
		const talk = await planning([
			handsIn,
			calls({ name: "exit_plan_mode", arguments: { title: "go" } }),
			says("never asked for"),
		]);
		talk.plan.enter();
		await talk.writePlan("# Goal\nGo.\n");
		await talk.conversation.submit({ type: "prompt", text: "plan it" });
		expect(talk.proposals).toEqual([{ slug: "go", url: "local://go-plan.md", text: "# Goal\nGo.\n" }]);
		// The run ends with the result of the call: no further request, no error, no abort.
		expect(talk.requests).toHaveLength(1);
		expect(talk.conversation.messages.at(-1)).toMatchObject({
			role: "toolResult",
			isError: false,
			content: [{ type: "text", text: "Plan ready for review." }],
		});
		await talk.conversation.submit({ type: "prompt", text: "again" });
		expect(talk.proposals).toHaveLength(2);
	});

	test("a plan without a name, a file or a reviewer is refused with an instruction", async () => {
		const untitled = calls({ name: "resolve", arguments: { action: "apply", reason: "x" } });
		const talk = await planning([untitled, handsIn, says("Oh.")]);
		talk.plan.enter();
		await talk.conversation.submit({ type: "prompt", text: "plan it" });
		expect(sent(talk, 1)).toContain("Name the plan");
		expect(sent(talk, 2)).toContain("There is no plan at local://go-plan.md. Write it there first.");
		const alone = await planning([handsIn, says("Oh.")]);
		alone.plan.enter();
		alone.plan.onProposed = undefined;
		await alone.conversation.submit({ type: "prompt", text: "plan it" });
		expect(sent(alone, 1)).toContain("Nobody is here to review a plan.");
	});

	verifies("agent-loop:plan:refine", async () => {
		const talk = await planning([handsIn, says("Changed.")]);
		talk.plan.enter();
		await talk.writePlan("a plan");
		await talk.conversation.submit({ type: "prompt", text: "plan it" });
		await talk.decide({ kind: "refine", feedback: "smaller steps" });
		expect(sent(talk, 1)).toContain("Plan refinement requested.");
		expect(sent(talk, 1)).toContain("smaller steps");
		expect(talk.plan.isActive).toBe(true);
	});

	verifies("agent-loop:plan:approved", async () => {
		const talk = await planning([handsIn, says("Done.")]);
		talk.plan.enter();
		await talk.writePlan("a plan");
		await talk.conversation.submit({ type: "prompt", text: "plan it" });
		await talk.decide({ kind: "keep" });
		await talk.conversation.idle();
		expect(talk.plan.isActive).toBe(false);
		expect(talk.conversation.log.name).toBe("Go");
		expect(talk.conversation.messages.at(-2)).toMatchObject({
			role: "developer",
			content: expect.stringContaining(
				"Plan approved at local://go-plan.md. Plan mode exited; proceed with the implementation.",
			),
		});
		expect(talk.requests).toHaveLength(2);
	});

	verifies("agent-loop:plan:review-choices", async () => {
		const fresh = await planning([handsIn, says("Done.")]);
		fresh.plan.enter();
		await fresh.writePlan("a plan");
		await fresh.conversation.submit({ type: "prompt", text: "plan it" });
		const planned = fresh.conversation.log.id;
		await fresh.decide({ kind: "execute", text: "a better plan" });
		await fresh.conversation.idle();
		expect(fresh.conversation.log.id).not.toBe(planned);
		expect(sent(fresh, 1)).not.toContain("plan it");
		expect(await readFile(join(fresh.localFolder(), "go-plan.md"), "utf8")).toBe("a better plan");
		expect(fresh.plan.isActive).toBe(false);
		// Too little to compact; the plan is still executed.
		const compacted = await planning([handsIn, says("Done.")]);
		compacted.plan.enter();
		await compacted.writePlan("a plan");
		await compacted.conversation.submit({ type: "prompt", text: "plan it" });
		await compacted.decide({ kind: "compact" });
		await compacted.conversation.idle();
		expect(compacted.events).toContainEqual(expect.objectContaining({ type: "notice", level: "info" }));
		expect(sent(compacted, 1)).toContain("Plan approved at local://go-plan.md.");
	});

	verifies("agent-loop:plan:persisted", async () => {
		const first = await planning([says("One.")]);
		first.plan.enter();
		await first.conversation.submit({ type: "prompt", text: "plan it" });
		expect([...first.log.entries()].filter(({ type }) => type === "mode_change")).toMatchObject([
			{ mode: "plan", data: { planFilePath: "local://PLAN.md" } },
		]);
		const resumed = await planning([says("Two.")], first.log);
		expect(resumed.plan.isActive).toBe(true);
		await newSession(resumed.conversation);
		expect(resumed.plan.isActive).toBe(false);
	});

	test("an approved plan is referenced again when the context no longer has it", async () => {
		const talk = await planning([handsIn, says("Done."), says("Sure.")]);
		talk.plan.enter();
		await talk.writePlan("a plan");
		await talk.conversation.submit({ type: "prompt", text: "plan it" });
		await talk.decide({ kind: "keep" });
		await talk.conversation.idle();
		await talk.conversation.submit({ type: "prompt", text: "go on" });
		expect(sent(talk, 2)).toContain("You are carrying out the approved plan at local://go-plan.md.");
	});

	test("slugs are letters, digits, _ and -, and become titles", () => {
		expect(["go", "local://fix_it-plan.md", "../../../conversation/up", "", 7, "a b"].map(planSlug)).toEqual([
			"go",
			"fix_it",
			undefined,
			undefined,
			undefined,
			undefined,
		]);
		expect(planTitle("fix_session-naming")).toBe("Fix session naming");
	});
});
