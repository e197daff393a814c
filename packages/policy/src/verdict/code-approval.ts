import type { Approval } from "../approval.ts";
import { commandLinesIn, startsPrograms } from "../commands/inline-code.ts";
import { namesOrigin } from "../paths/isolated-copy.ts";
import { type DecisionOptions, decideCommand } from "./command-decision.ts";
import { agentFolderInCode, secretInCode } from "./secret-reach.ts";

/** What code may do. It is code, so it asks like a command; what the user refuses in a shell is refused here where it is seen. */
export function codeApproval(codes: readonly string[], options: DecisionOptions): Approval {
	for (const code of codes) {
		const elsewhere = namesOrigin(code, options);
		if (elsewhere !== undefined) return { tier: "exec", policy: "deny", reason: elsewhere };
		const secret = secretInCode.exec(code)?.[0];
		if (secret !== undefined) {
			return { tier: "exec", policy: "deny", reason: `Reads secrets, which are not for tools: ${secret}` };
		}
		if (agentFolderInCode.test(code)) return { tier: "exec", policy: "prompt", reason: "May reach stored keys: .omp" };
		const lines = startsPrograms("python3", code) ? commandLinesIn(code) : [];
		for (const line of lines) {
			const decision = decideCommand(line, options);
			if (decision.kind === "refused") return { tier: "exec", policy: "deny", reason: decision.reason };
			if (decision.kind === "ask" && decision.reason === "Critical pattern detected") {
				return { tier: "exec", override: true, reason: decision.reason };
			}
		}
	}
	return options.isBoxed ? "write" : "exec";
}
