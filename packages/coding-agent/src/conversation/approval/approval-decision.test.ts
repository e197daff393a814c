import { describe, expect, test } from "bun:test";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import type { AgentTool, ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { parsePolicy, type ToolPolicy } from "@oh-my-pi/pi-policy/rules/tool-policies";
import { decideCall } from "@oh-my-pi/pi-policy/verdict/decide-call";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ApprovalMode } from "../../settings/approval-mode.ts";
import { noopTool } from "../testing/scripted-conversation.ts";
import { toolDecision } from "./approval-decision.ts";

const toolWith = (approval: unknown): AgentTool => ({ ...noopTool, approval: approval as ToolApproval });

async function verdict(approval: unknown, mode: ApprovalMode, userPolicy?: ToolPolicy): Promise<string> {
	const decided = decideCall(await toolDecision(buildCall(toolWith(approval), {})), { mode, userPolicy });
	return decided.kind === "deny" ? `deny by ${decided.by}` : decided.kind;
}

const modes: readonly ApprovalMode[] = ["always-ask", "write", "yolo"];
const acrossModes = (approval: unknown, userPolicy?: ToolPolicy) =>
	Promise.all(modes.map((mode) => verdict(approval, mode, userPolicy)));

describe("approval decision", () => {
	verifies("agent-loop:approval:modes", async () => {
		expect(await acrossModes("read")).toEqual(["allow", "allow", "allow"]);
		expect(await acrossModes("write")).toEqual(["ask", "allow", "allow"]);
		expect(await acrossModes("exec")).toEqual(["ask", "ask", "allow"]);
		expect(await acrossModes(undefined)).toEqual(["ask", "ask", "allow"]);
	});

	test("an invalid declaration counts as none", async () => {
		const throwing = () => {
			throw new Error("no");
		};
		for (const nonsense of ["everything", { tier: "root" }, 7, null, throwing, () => undefined]) {
			expect(await acrossModes(nonsense)).toEqual(["ask", "ask", "allow"]);
		}
		expect(await toolDecision(buildCall(toolWith({ tier: "read", policy: "maybe", reason: 7 }), {}))).toEqual({
			tier: "read",
			override: false,
		});
	});

	verifies("agent-loop:approval:deny-wins", async () => {
		expect(await acrossModes({ tier: "read", policy: "deny" }, "allow")).toEqual(Array(3).fill("deny by tool"));
		expect(await acrossModes({ tier: "read", policy: "allow" }, "deny")).toEqual(Array(3).fill("deny by user"));
	});

	verifies("agent-loop:approval:override-asks", async () => {
		expect(await acrossModes({ tier: "read", override: true }, "allow")).toEqual(["ask", "ask", "allow"]);
		expect(await acrossModes({ tier: "exec", override: true })).toEqual(["ask", "ask", "allow"]);
		expect(await acrossModes({ tier: "exec", override: true, policy: "allow" })).toEqual(["allow", "allow", "allow"]);
		expect(await acrossModes({ tier: "exec", override: true, policy: "prompt" })).toEqual(["ask", "ask", "ask"]);
	});

	test("the tool's decision about a call overrides the user's policy for the tool", async () => {
		expect(await acrossModes({ tier: "exec", policy: "prompt" }, "allow")).toEqual(["ask", "ask", "ask"]);
		expect(await acrossModes({ tier: "exec", policy: "allow" }, "prompt")).toEqual(["allow", "allow", "allow"]);
	});

	verifies("agent-loop:approval:user-policy", async () => {
		expect(await acrossModes("exec", "allow")).toEqual(["allow", "allow", "allow"]);
		expect(await acrossModes("read", "prompt")).toEqual(["ask", "ask", "ask"]);
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
