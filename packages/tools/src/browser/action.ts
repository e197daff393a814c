import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { Action } from "@oh-my-pi/pi-policy/action";
import type { ActionFacts } from "@oh-my-pi/pi-policy/verdict/judge-action";
import type { BrowserDeps, BrowserParams } from "./browser.ts";

/** Code is judged like that of `eval`, a program to start like a command of `bash`, but never as harmless. */
export function browserAction({ code, app }: BrowserParams, { workspace }: Pick<BrowserDeps, "workspace">): Action {
	const program: Action[] =
		app?.path === undefined ? [] : [{ kind: "program", line: commandLine(app.path, app.args), cwd: workspace.cwd() }];
	const other: Action = code === undefined ? { kind: "other", tier: "exec" } : { kind: "code", codes: [code] };
	return { kind: "several", actions: [...program, other] };
}

export function browserFacts({
	workspace,
	commandRules,
}: Pick<BrowserDeps, "workspace" | "commandRules">): ActionFacts {
	return { home: workspace.home, cwd: workspace.cwd(), rules: commandRules?.() ?? [] };
}

function commandLine(program: string, args: readonly string[] = []): string {
	return [program, ...args].map((word) => quoteForShell(word)).join(" ");
}
