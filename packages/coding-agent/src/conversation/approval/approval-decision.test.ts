import { describe, expect, test } from "bun:test";
import type { AgentTool, ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { noopTool } from "../testing/scripted-conversation.ts";
import { type ApprovalPolicy, decideApproval, parsePolicy, toolDecision } from "./approval-decision.ts";
import type { ApprovalMode } from "./approval-mode.ts";

const toolWith = (approval: unknown): AgentTool => ({ ...noopTool, approval: approval as ToolApproval });

function verdict(approval: unknown, mode: ApprovalMode, userPolicy?: ApprovalPolicy): string {
	const decided = decideApproval(toolDecision(toolWith(approval), {}), { mode, userPolicy });
	return decided.kind === "deny" ? `deny by ${decided.by}` : decided.kind;
}

const modes: readonly ApprovalMode[] = ["always-ask", "write", "yolo"];
const acrossModes = (approval: unknown, userPolicy?: ApprovalPolicy) =>
	modes.map((mode) => verdict(approval, mode, userPolicy));

describe("whether a call may run", () => {
	verifies("agent-loop:approval:modes", () => {
		expect(acrossModes("read")).toEqual(["allow", "allow", "allow"]);
		expect(acrossModes("write")).toEqual(["ask", "allow", "allow"]);
		expect(acrossModes("exec")).toEqual(["ask", "ask", "allow"]);
		expect(acrossModes(undefined)).toEqual(["ask", "ask", "allow"]);
	});

	test("a declaration that makes no sense counts as none", () => {
		const throwing = () => {
			throw new Error("no");
		};
		for (const nonsense of ["everything", { tier: "root" }, 7, null, throwing, () => undefined]) {
			expect(acrossModes(nonsense)).toEqual(["ask", "ask", "allow"]);
		}
		expect(toolDecision(toolWith({ tier: "read", policy: "maybe", reason: 7 }), {})).toEqual({
			tier: "read",
			override: false,
		});
	});

	verifies("agent-loop:approval:deny-wins", () => {
		expect(acrossModes({ tier: "read", policy: "deny" }, "allow")).toEqual(Array(3).fill("deny by tool"));
		expect(acrossModes({ tier: "read", policy: "allow" }, "deny")).toEqual(Array(3).fill("deny by user"));
	});

	verifies("agent-loop:approval:override-asks", () => {
		expect(acrossModes({ tier: "read", override: true }, "allow")).toEqual(["ask", "ask", "allow"]);
		expect(acrossModes({ tier: "exec", override: true })).toEqual(["ask", "ask", "allow"]);
		expect(acrossModes({ tier: "exec", override: true, policy: "allow" })).toEqual(["allow", "allow", "allow"]);
		expect(acrossModes({ tier: "exec", override: true, policy: "prompt" })).toEqual(["ask", "ask", "ask"]);
	});

	test("what the tool says of a call comes before what the user says of the tool", () => {
		expect(acrossModes({ tier: "exec", policy: "prompt" }, "allow")).toEqual(["ask", "ask", "ask"]);
		expect(acrossModes({ tier: "exec", policy: "allow" }, "prompt")).toEqual(["allow", "allow", "allow"]);
	});

	verifies("agent-loop:approval:user-policy", () => {
		expect(acrossModes("exec", "allow")).toEqual(["allow", "allow", "allow"]);
		expect(acrossModes("read", "prompt")).toEqual(["ask", "ask", "ask"]);
		expect(["  ALLOW ", "Prompt", "deny", "yes", "", 1, undefined].map(parsePolicy)).toEqual([
			"allow",
			"prompt",
			"deny",
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});
});
