import { describe, expect, test } from "bun:test";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { type AgentTool, defineTool, type ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ApprovalMode } from "../../settings/approval-mode.ts";
import type { ConversationEvent } from "../event/event.ts";
import { ApprovalGate } from "./approval-gate.ts";
import { type ApprovalAnswer, type ApprovalQuestion, questionLines } from "./approval-question.ts";

function runs(approval?: ToolApproval, name = "bash"): AgentTool {
	return defineTool({
		name,
		label: name,
		prompt: "",
		parameters: { type: "object", properties: { command: { type: "string" } } },
		...(approval && { approval }),
		approvalDetails: (params) => [`Command: ${params.command}`],
		execute: async () => ({ content: "" }),
	});
}

interface GateOptions {
	mode?: ApprovalMode;
	policies?: Record<string, unknown>;
	isAlone?: boolean;
	cannotWrite?: boolean;
}

/** A gate whose questions the test answers, with a record of what it did. */
function gate({ mode = "write", policies = {}, isAlone = false, cannotWrite = false }: GateOptions = {}) {
	const open: Array<{ question: ApprovalQuestion; answer: (answer: ApprovalAnswer | undefined) => void }> = [];
	const events: ConversationEvent[] = [];
	const written: string[] = [];
	const approvals = new ApprovalGate({
		mode: () => mode,
		policies: () => policies,
		port: () =>
			isAlone
				? undefined
				: (question) => {
						const { promise, resolve } = Promise.withResolvers<ApprovalAnswer | undefined>();
						open.push({ question, answer: resolve });
						return promise;
					},
		async allowAlways(toolName) {
			if (cannotWrite) throw new Error("read-only file system");
			written.push(toolName);
		},
		async allowInProject(toolName) {
			written.push(`${toolName} in this project`);
		},
		async allowMatching(rule, call, scope) {
			written.push(`${rule} because of ${call}, ${scope}`);
		},
		hosts: () => ["*.known.example"],
		async allowHost(pattern, scope) {
			written.push(`${pattern}, ${scope}`);
		},
	});
	const approve = (tool: AgentTool, command = "make", signal = new AbortController().signal) =>
		approvals.approve({
			call: buildCall(tool, { command }, `call_${command}`),
			signal,
			emit: async (event) => void events.push(event),
		});
	const answerNext = async (answer: ApprovalAnswer | undefined) => {
		const index = answered++;
		await until(() => open.length > index);
		open[index]?.answer(answer);
	};
	let answered = 0;
	return { approvals, approve, answerNext, open, events, written };
}

describe("approval gate", () => {
	test("questions that come one after the other are not counted together", async () => {
		const { approvals, approve, answerNext, open } = gate();
		const asks = [
			() => approvals.askAboutHost({ host: "a.example" }),
			() => approvals.askAboutHost({ host: "b.example" }),
			() => approve(runs("exec")),
		];
		for (const [index, ask] of asks.entries()) {
			const answered = ask();
			await until(() => open.length > index);
			expect(open[index]?.question.queue()).toEqual({ position: 1, total: 1 });
			await answerNext({ choice: "approve" });
			await answered;
		}
	});

	verifies("agent-loop:approval:prompt-title", async () => {
		const { approve, answerNext, open } = gate();
		const call = approve(runs({ tier: "exec", reason: "Critical pattern detected" }), "rm -rf /");
		await answerNext({ choice: "approve" });
		expect(await call).toBeUndefined();
		const [asked] = open;
		expect(asked && questionLines(asked.question)).toEqual([
			"Allow tool: bash",
			"Reason: Critical pattern detected",
			"Command: rm -rf /",
		]);
		const close = runs(undefined, "mcp__tracker__close");
		new ToolSources([{ id: "mcp:tracker", tools: () => [close] }]).tools(undefined);
		const foreign = approve(close, "x");
		await answerNext({ choice: "deny" });
		await foreign;
		const second = open[1]?.question;
		expect(second && questionLines(second)).toEqual([
			"Allow tool: mcp__tracker__close",
			"Origin: MCP server tool",
			"Command: x",
		]);
		const choices = ["approve", "approve-session", "always-project", "always", "deny", "deny-with-feedback"] as const;
		expect(second?.choices).toEqual(choices);
	});

	test("a call that overrides the user's policy can only be approved or denied", async () => {
		const { approve, answerNext, open } = gate({ policies: { bash: "allow" } });
		const call = approve(runs({ tier: "exec", override: true }));
		await answerNext({ choice: "approve" });
		expect(await call).toBeUndefined();
		expect(open[0]?.question.choices).toEqual(["approve", "deny"]);
	});

	verifies("agent-loop:approval:denied-text", async () => {
		const { approve, answerNext } = gate();
		const denied = approve(runs("exec"));
		await answerNext({ choice: "deny" });
		expect(await denied).toEqual({ refuse: "Tool call denied by user: bash" });
		const dismissed = approve(runs("exec"));
		await answerNext(undefined);
		expect(await dismissed).toEqual({ refuse: "Tool call denied by user: bash" });
		const corrected = approve(runs("exec"));
		await answerNext({ choice: "deny-with-feedback", feedback: "use pnpm" });
		expect(await corrected).toEqual({ refuse: "Tool call denied by user: bash\nFeedback: use pnpm" });
	});

	verifies("tools-agent:approval:no-ui-text", async () => {
		const { approve } = gate({ isAlone: true });
		expect(await approve(runs("exec"))).toEqual({
			refuse: [
				'Not run: "bash" needs the user\'s approval for this call, and nobody can be asked in this run.',
				"Use another way that needs no approval, or finish the rest and say in your answer that this step needs the user (they can allow it with --yolo or tools.approval.bash: allow).",
			].join("\n"),
		});
	});

	test.each([
		["leaves the sandbox", { tier: "exec", policy: "prompt", leavesBox: true }, ""],
		["may destroy something", { tier: "exec", override: true }, " (they can allow it with --yolo)"],
	] as const)(
		"where nobody can be asked about what %s, only settings that would help are named",
		async (reason, judged, named) => {
			const { refuse = "" } = (await gate({ isAlone: true }).approve(runs({ ...judged, reason }))) ?? {};
			expect(refuse.split("\n").slice(1)).toEqual([
				`Reason: ${reason}`,
				`Use another way that needs no approval, or finish the rest and say in your answer that this step needs the user${named}.`,
			]);
		},
	);

	test("a policy against a tool counts for one that does the same, unless that has its own", async () => {
		const launch = { ...runs("exec", "launch"), restrictedLike: "bash" };
		const refused = {
			refuse: expect.stringContaining('Tool "launch" is blocked by user policy (tools.approval.bash: deny).'),
		};
		expect(await gate({ mode: "yolo", policies: { bash: "deny" } }).approve(launch)).toEqual(refused);
		const own = { bash: "deny", launch: "allow" };
		expect(await gate({ mode: "yolo", policies: own }).approve(launch)).toBeUndefined();
		// What allows one tool allows no other.
		const alone = gate({ mode: "always-ask", policies: { bash: "allow" }, isAlone: true });
		expect(await alone.approve(launch)).toEqual({ refuse: expect.stringContaining("needs the user's approval") });
	});

	verifies("tools-agent:approval:deny-text", async () => {
		const { approve } = gate({ mode: "yolo", policies: { bash: " DENY" } });
		expect(await approve(runs("exec"))).toEqual({
			refuse:
				'Tool "bash" is blocked by user policy (tools.approval.bash: deny). Do without it; only the user changes that.',
		});
		expect(await approve(runs({ tier: "exec", policy: "deny", reason: "formats a disk" }, "sh"))).toEqual({
			refuse: 'Tool "sh" blocked this call.\nReason: formats a disk',
		});
	});

	test("a tool allowed for the session is not asked about again until the session ends", async () => {
		const { approvals, approve, answerNext, open, written } = gate();
		const first = approve(runs("exec"));
		await answerNext({ choice: "approve-session" });
		await first;
		expect(await approve(runs("exec"))).toBeUndefined();
		expect([open.length, written]).toEqual([1, []]);
		approvals.forgetSession();
		const again = approve(runs("exec"));
		await answerNext({ choice: "deny" });
		expect(await again).toEqual({ refuse: "Tool call denied by user: bash" });
	});

	test("a tool allowed always is saved in settings; a write error is reported", async () => {
		const good = gate();
		const call = good.approve(runs("exec"));
		await good.answerNext({ choice: "always" });
		await call;
		expect(good.written).toEqual(["bash"]);

		const bad = gate({ cannotWrite: true });
		const other = bad.approve(runs("exec"));
		await bad.answerNext({ choice: "always" });
		expect(await other).toBeUndefined();
		expect(bad.events.at(-1)).toEqual({
			type: "notice",
			level: "warning",
			message: "Could not write tools.approval.bash: read-only file system",
			source: "approval",
		});
	});

	test("concurrent questions are asked one at a time, with position and total", async () => {
		const { approve, answerNext, open } = gate();
		const calls = ["a", "b", "c"].map((command) => approve(runs("exec"), command));
		await until(() => open.length === 1);
		expect(open[0]?.question.queue()).toEqual({ position: 1, total: 3 });
		await answerNext({ choice: "deny" });
		await until(() => open.length === 2);
		expect(open[1]?.question.queue()).toEqual({ position: 2, total: 3 });
		// Allowing the tool also answers the third.
		await answerNext({ choice: "approve-session" });
		expect(await Promise.all(calls)).toEqual([{ refuse: "Tool call denied by user: bash" }, undefined, undefined]);
		expect(open).toHaveLength(2);
	});

	test("questions keep the order of the calls when a tool decides slowly", async () => {
		const { approve, answerNext, open } = gate();
		const judged = Promise.withResolvers<ToolApproval>();
		const slow: AgentTool = { ...runs("exec"), approval: () => judged.promise };
		const calls = [approve(slow, "a"), approve(runs("exec"), "b")];
		judged.resolve("exec");
		await answerNext({ choice: "deny" });
		await answerNext({ choice: "approve" });
		expect(await Promise.all(calls)).toEqual([{ refuse: "Tool call denied by user: bash" }, undefined]);
		expect(open.map(({ question }) => question.toolCallId)).toEqual(["call_a", "call_b"]);
	});

	verifies("agent-loop:approval:events", async () => {
		const { approve, answerNext, events } = gate({ mode: "always-ask" });
		const call = approve(runs({ tier: "write", reason: "outside the project" }));
		await answerNext({ choice: "deny-with-feedback", feedback: "no" });
		await call;
		const subject = { toolCallId: "call_make", toolName: "bash" };
		expect(events).toEqual([
			{ type: "tool_approval_requested", ...subject, approvalMode: "always-ask", reason: "outside the project" },
			{ type: "tool_approval_resolved", ...subject, approved: false, reason: "no" },
		]);
	});

	test("an abort withdraws its question, and the next one is asked", async () => {
		const { approve, open, events } = gate();
		const stop = new AbortController();
		const broken = approve(runs("exec"), "a", stop.signal);
		const next = approve(runs("exec"), "b");
		await until(() => open.length === 1);
		stop.abort();
		await expect(broken).rejects.toThrow("Operation aborted");
		expect(events.at(1)).toMatchObject({ type: "tool_approval_resolved", approved: false });
		await until(() => open.length === 2);
		open[1]?.answer({ choice: "approve" });
		expect(await next).toBeUndefined();
	});

	test("an aborted call does not wait for the tool's decision, nor does the next call", async () => {
		const { approve } = gate();
		const stop = new AbortController();
		const undecided: AgentTool = { ...runs("exec"), approval: () => new Promise(() => {}) };
		const broken = approve(undecided, "first", stop.signal);
		stop.abort();
		await expect(broken).rejects.toThrow("Operation aborted");
		expect(await approve(runs("read"), "second")).toBeUndefined();
	});

	test("a command rule is saved as the user typed it, and offered in always-ask, too", async () => {
		const tool = { ...runs("exec"), approvalRule: () => ({ call: "make", suggestion: "make *" }) };
		const asked = gate();
		const call = asked.approve(tool);
		await asked.answerNext({ choice: "always-rule", rule: "make *", scope: "project" });
		expect(await call).toBeUndefined();
		expect(asked.written).toEqual(["make * because of make, project"]);
		expect(asked.open[0]?.question).toMatchObject({ rule: { call: "make", suggestion: "make *" } });
		expect(asked.open[0]?.question.choices).toContain("always-rule");
		const strict = gate({ mode: "always-ask" });
		const other = strict.approve(tool);
		await strict.answerNext({ choice: "deny" });
		await other;
		expect(strict.open[0]?.question.choices).toContain("always-rule");
	});

	test("a tool of an MCP server can be allowed in this project only", async () => {
		const { approve, answerNext, open, written } = gate();
		const close = runs("exec", "mcp__tracker__close");
		new ToolSources([{ id: "mcp:tracker", tools: () => [close] }]).tools(undefined);
		const asked = approve(close, "x");
		await answerNext({ choice: "always-project" });
		expect(await asked).toBeUndefined();
		expect(open[0]?.question.choices).toContain("always-project");
		expect(written).toEqual(["mcp__tracker__close in this project"]);
		const own = approve(runs("exec"));
		await answerNext({ choice: "deny" });
		await own;
		expect(open[1]?.question.choices).not.toContain("always-project");
	});

	test("nobody is asked about a call that cannot be done", async () => {
		const { approve, open, events } = gate({ mode: "always-ask" });
		const broken = { ...runs("write", "edit"), validateWhileStreaming: async () => "File not found: a.ts" };
		expect(await approve(broken)).toEqual({ refuse: "File not found: a.ts" });
		expect([open, events]).toEqual([[], []]);
	});

	test("a rule for this session is kept until it ends, and never written", async () => {
		const { approvals, approve, answerNext, written } = gate();
		const call = approve({ ...runs("exec"), approvalRule: () => ({ call: "make", suggestion: "make *" }) });
		await answerNext({ choice: "always-rule", rule: "make *", scope: "session" });
		await call;
		expect([approvals.sessionPermissions.rules, written]).toEqual([[{ match: "make *", call: "make" }], []]);
		approvals.forgetSession();
		expect(approvals.sessionPermissions.rules).toEqual([]);
	});
});

describe("calls that leave this machine", () => {
	const leaving = (...hosts: string[]) => runs({ tier: "network", hosts, reason: "Leaves this machine" }, "read");

	test("ask once per host in always-ask, with narrow choices", async () => {
		const { approve, answerNext, open, written } = gate({ mode: "always-ask" });
		const first = approve(leaving("docs.example"));
		await answerNext({ choice: "approve" });
		expect(await first).toBeUndefined();
		expect(open[0]?.question).toMatchObject({
			tier: "network",
			choices: ["approve", "always-rule", "deny", "deny-with-feedback"],
			rule: { call: "docs.example", suggestion: "docs.example" },
		});
		// Once is once.
		const again = approve(leaving("docs.example"));
		await answerNext({ choice: "always-rule", rule: "docs.example", scope: "session" });
		expect(await again).toBeUndefined();
		expect(await approve(leaving("docs.example"))).toBeUndefined();
		const other = approve(leaving("docs.example:8080"));
		await answerNext({ choice: "always-rule", rule: "docs.example:*", scope: "project" });
		expect(await other).toBeUndefined();
		expect(written).toEqual(["docs.example:*, project"]);
		expect(await approve(leaving("docs.example:9", "a.known.example"))).toBeUndefined();
		const evil = approve(leaving("docs.example", "evil.example"));
		await answerNext({ choice: "deny" });
		expect(await evil).toEqual({ refuse: "Tool call denied by user: read" });
		expect(open).toHaveLength(4);
	});

	test("are forgotten with the session", async () => {
		const { approvals, approve, answerNext, open } = gate({ mode: "always-ask" });
		const first = approve(leaving("docs.example"));
		await answerNext({ choice: "always-rule", rule: "docs.example", scope: "session" });
		await first;
		approvals.forgetSession();
		const second = approve(leaving("docs.example"));
		await answerNext(undefined);
		await second;
		expect(open).toHaveLength(2);
	});

	test.each(["write", "yolo"] as const)("run without a question in %s", async (mode) => {
		const { approve, open } = gate({ mode });
		expect(await approve(leaving("docs.example"))).toBeUndefined();
		expect(open).toEqual([]);
	});

	test("are refused where nobody can be asked, with what helps", async () => {
		const { approve } = gate({ mode: "always-ask", isAlone: true });
		const { refuse = "" } = (await approve(leaving("docs.example"))) ?? {};
		expect(refuse).toContain('"read" would reach docs.example');
		expect(refuse).toContain("this step needs the user (they can allow it with web.hosts: [docs.example]).");
	});
});
