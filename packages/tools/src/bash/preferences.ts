import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { toolSettings } from "../settings.ts";
import type { CommandRule } from "../shared/shell-syntax/command-rules.ts";
import type { BashOptions } from "./bash.ts";
import type { InterceptRule } from "./intercept-rules.data.ts";
import { bashInterceptorSettings, bashSettings, shellMinimizerSettings, shellSettings } from "./settings.ts";

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
		commandRules: () => settings.get(bashSettings.patterns).flatMap(commandRule),
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

const approvals = ["allow", "prompt", "deny"] as const;

function commandRule(entry: unknown): CommandRule[] {
	const { match, approval } = fieldsOf(entry);
	if (typeof match !== "string") return [];
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
