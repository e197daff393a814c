import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { withPermission } from "@oh-my-pi/pi-policy/rules/add-permission";
import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { toolSettings } from "../contract/settings.ts";
import type { ToolServices, WorkspaceService } from "../services/services.ts";
import type { InterceptRule } from "./command-line/intercept-rules.data.ts";
import type { BashOptions } from "./options.ts";
import { resolveFolder } from "./resolve-folder.ts";
import {
	bashInterceptorSettings,
	bashSettings,
	projectRuleSettings,
	shellMinimizerSettings,
	shellSettings,
} from "./settings.ts";

/** How the user wants the model's commands run, refused and shown. */
export function bashPreferences(settings: SettingsReader, isActive: (toolName: string) => boolean) {
	const shellPath = settings.get(shellSettings.shellPath);
	return {
		...(shellPath && { shellPath }),
		maxTimeoutSeconds: settings.get(toolSettings.maxTimeout),
		...(settings.get(bashSettings.direnv) === "auto" && {
			direnv: { timeoutMs: settings.get(bashSettings.direnvLoadTimeoutMs) },
		}),
		keepsHeadTail: !settings.get(bashSettings.stripTrailingHeadTail),
		...(settings.get(bashInterceptorSettings.enabled) && {
			interceptor: { rules: settings.get(bashInterceptorSettings.patterns).flatMap(interceptRule), isActive },
		}),
		...(settings.get(shellMinimizerSettings.enabled) && {
			minimizer: () => ({
				only: settings.get(shellMinimizerSettings.only),
				except: settings.get(shellMinimizerSettings.except),
			}),
		}),
	} satisfies Partial<BashOptions>;
}

/** The user's rules for commands that count here and now: those of the settings, and those made for this session. */
export function commandRules({ settings, workspace, shell }: RuleServices): CommandRule[] {
	const written = settings.get(bashSettings.patterns).flatMap((entry) => commandRule(entry, workspace));
	const projects = settings.get(projectRuleSettings.projectPatterns).flatMap((entry) => commandRule(entry, workspace));
	const ofSession = shell.sessionRules?.() ?? [];
	const users = ofSession.reduce(
		(rules, { match, call }) => withPermission<CommandRule>(rules, { match, approval: "allow" }, call),
		written,
	);
	return [...users, ...projects.map((rule): CommandRule => ({ ...rule, isProject: true }))];
}

type RuleServices = Pick<ToolServices, "settings" | "workspace"> & {
	readonly shell: Pick<ToolServices["shell"], "sessionRules">;
};

const approvals = ["allow", "prompt", "deny"] as const;

function commandRule(entry: unknown, { cwd, home }: Pick<WorkspaceService, "cwd" | "home">): CommandRule[] {
	const { match, approval, path } = fieldsOf(entry);
	if (typeof match !== "string") return [];
	if (typeof path === "string" && !isInFolder(cwd(), resolveFolder(path, { cwd: () => "/", home }))) return [];
	// A misspelt refusal must not become a permission.
	return [{ match, approval: approvals.find((known) => known === approval) ?? "prompt" }];
}

function interceptRule(entry: unknown): InterceptRule[] {
	const { pattern, flags, tool, message } = fieldsOf(entry);
	if (typeof pattern !== "string" || typeof tool !== "string" || typeof message !== "string") return [];
	return [{ pattern, tool, message, ...(typeof flags === "string" && { flags }) }];
}

function fieldsOf(entry: unknown): Record<string, unknown> {
	return typeof entry === "object" && entry !== null ? { ...entry } : {};
}
