import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { bashApproval } from "../bash/approval.ts";
import { evalApproval } from "../eval/approval.ts";
import type { BrowserDeps, BrowserParams } from "./browser.ts";

/** Code is judged like that of `eval`, a program to start like a command of `bash`, but never as harmless. */
export function browserApproval(
	{ code, app }: BrowserParams,
	{ workspace, commandRules }: Pick<BrowserDeps, "workspace" | "commandRules">,
): ToolApproval {
	const options = { home: workspace.home, cwd: workspace.cwd(), rules: commandRules?.() ?? [] };
	if (app?.path !== undefined) {
		const line = [app.path, ...(app.args ?? [])].map((word) => quoteForShell(word)).join(" ");
		const judged = bashApproval(line, { ...options, project: options.cwd, env: {}, isGitUntrusted: false });
		if (typeof judged === "object" && (judged.policy === "deny" || judged.policy === "prompt" || judged.override)) {
			return judged;
		}
	}
	return code === undefined ? "exec" : evalApproval([code], options);
}
