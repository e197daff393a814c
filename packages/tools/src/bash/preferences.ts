import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { ToolServices, WorkspaceService } from "../services/services.ts";
import { toolSettings } from "../settings.ts";
import { isInFolder } from "../shared/paths/is-in-folder.ts";
import type { CommandRule } from "../shared/shell-syntax/command-rules.ts";
import { matchesWildcard } from "../shared/shell-syntax/wildcard.ts";
import type { BashOptions } from "./bash.ts";
import { folderOf } from "./folder-of.ts";
import type { InterceptRule } from "./intercept-rules.data.ts";
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
	const users = ofSession.reduce((rules, { match, call }) => withPermission(rules, match, call), written);
	return [...users, ...projects.map((rule): CommandRule => ({ ...rule, isProject: true }))];
}

type RuleServices = Pick<ToolServices, "settings" | "workspace"> & {
	readonly shell: Pick<ToolServices["shell"], "sessionRules">;
};

/**
 * The rules with one that allows more. It goes before the rule because of which this command was asked about, so that it
 * counts, and behind everything else, so that no refusal is lifted.
 */
function withPermission(rules: readonly CommandRule[], match: string, command: string): CommandRule[] {
	const asksAbout = rules.findIndex((rule) => rule.approval === "prompt" && matchesWildcard(rule.match, command));
	return rules.toSpliced(asksAbout === -1 ? rules.length : asksAbout, 0, { match, approval: "allow" });
}

const approvals = ["allow", "prompt", "deny"] as const;

function commandRule(entry: unknown, { cwd, home }: Pick<WorkspaceService, "cwd" | "home">): CommandRule[] {
	const { match, approval, path } = fieldsOf(entry);
	if (typeof match !== "string") return [];
	if (typeof path === "string" && !isInFolder(cwd(), folderOf(path, { cwd: () => "/", home }))) return [];
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
