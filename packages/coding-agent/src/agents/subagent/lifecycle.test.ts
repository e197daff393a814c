import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { type LifecyclePorts, SubagentLifecycle } from "./lifecycle.ts";
import { Subagent } from "./subagent.ts";
import type { SubagentState } from "./transitions.ts";

/** A lifecycle with a sub-agent whose conversation is made up; `said` is what happened to it. */
function start(state: SubagentState = "queued", ports: Partial<LifecyclePorts> = {}) {
	const said: string[] = [];
	const opened = partly<OpenedConversation>("opened", {
		conversation: partly<Conversation>("conversation", {
			isStreaming: false,
			log: partly<Conversation["log"]>("log", {
				knownUsage: undefined,
				appendCustomEntry: (type: string) => {
					said.push(`log ${type}`);
					return "";
				},
			}),
			dispose: async (reason) => void said.push(`dispose ${reason}`),
		}),
	});
	const top = partly<Conversation>("top", { id: "Main" });
	const identity = { id: "A", parentId: "Main", top, agent: "task", description: "x", lastActivityMs: 0 };
	const subagent = new Subagent(identity, state);
	subagent.sessionFile = "/s/A.jsonl";
	const lifecycle = new SubagentLifecycle({
		now: () => 7,
		idleMs: () => 0,
		hasRunningJobs: () => false,
		reopen: async () => opened,
		watch: () => void said.push("watch"),
		onChange: () => void said.push(subagent.state),
		onIllegal: (_, event) => void said.push(`illegal ${event}`),
		...ports,
	});
	return { said, opened, subagent, lifecycle };
}

test("sub-agent: works, is asked, parked, revived and aborted", async () => {
	const { said, opened, subagent, lifecycle } = start();
	expect(lifecycle.start(subagent, opened)).toBe(true);
	lifecycle.apply(subagent, "run_end");
	lifecycle.apply(subagent, "finish");
	lifecycle.apply(subagent, "wake");
	lifecycle.apply(subagent, "run_end");
	await lifecycle.park(subagent);
	expect(subagent.opened).toBeUndefined();
	expect(await Promise.all([lifecycle.revive(subagent), lifecycle.revive(subagent)])).toEqual([true, true]);
	lifecycle.apply(subagent, "abort");
	await lifecycle.closed(subagent);
	expect(await lifecycle.revive(subagent)).toBe(false);
	expect(said).toEqual([
		...["watch", "working", "idle", "answering", "idle"],
		...["dispose parked", "parking", "parked", "reviving", "watch", "idle"],
		...["log agent_aborted", "dispose aborted", "aborting", "aborted"],
	]);
	expect(subagent.lastActivityMs).toBe(7);
});

test("sub-agent: an idle one is parked after its time, and one with jobs is not", async () => {
	let isBusy = true;
	const { opened, subagent, lifecycle } = start("queued", { idleMs: () => 1, hasRunningJobs: () => isBusy });
	lifecycle.start(subagent, opened);
	lifecycle.apply(subagent, "finish");
	await Bun.sleep(10);
	expect(subagent.state).toBe("idle");
	isBusy = false;
	lifecycle.apply(subagent, "wake");
	lifecycle.apply(subagent, "run_end");
	await until(() => subagent.state === "parked");
});

test("sub-agent: an event that cannot happen is reported and changes nothing", () => {
	const { said, subagent, lifecycle } = start("parked");
	lifecycle.apply(subagent, "run_start");
	expect(subagent.state).toBe("parked");
	expect(said).toEqual(["illegal run_start"]);
});

test("sub-agent: one that is opened while its session ends is closed again", async () => {
	const reopened = Promise.withResolvers<OpenedConversation>();
	const revived = start("parked", { reopen: () => reopened.promise });
	const reviving = revived.lifecycle.revive(revived.subagent);
	await until(() => revived.subagent.state === "reviving");
	revived.lifecycle.apply(revived.subagent, "session_end");
	reopened.resolve(revived.opened);
	expect(await reviving).toBe(false);
	const queued = start("queued");
	queued.lifecycle.apply(queued.subagent, "session_end");
	expect(queued.lifecycle.start(queued.subagent, queued.opened)).toBe(false);
	for (const { said, subagent, lifecycle } of [revived, queued]) {
		await lifecycle.closed(subagent);
		expect(said).toContain("dispose parent ended");
		expect(subagent.state).toBe("ended");
	}
});

test("sub-agent: a log that cannot be opened leaves it parked", async () => {
	const { subagent, lifecycle } = start("parked", { reopen: async () => undefined });
	expect(await lifecycle.revive(subagent)).toBe(false);
	expect(subagent.state).toBe("parked");
	const broken = start("parked", { reopen: () => Promise.reject(new Error("no disk")) });
	await expect(broken.lifecycle.revive(broken.subagent)).rejects.toThrow("no disk");
	expect(broken.subagent.state).toBe("parked");
});

test("sub-agent: one that worked in a copy is not revived", async () => {
	const { subagent, lifecycle } = start("parked");
	const isolated = new Subagent({ ...subagent, isIsolated: true }, "parked");
	isolated.sessionFile = "/s/A.jsonl";
	expect(await lifecycle.revive(isolated)).toBe(false);
});
