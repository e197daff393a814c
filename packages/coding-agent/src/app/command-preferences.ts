import type { InterceptRule } from "@oh-my-pi/pi-tools/bash/intercept-rules.data";
import {
	bashInterceptorSettings,
	bashSettings,
	shellMinimizerSettings,
	shellSettings,
} from "@oh-my-pi/pi-tools/bash/settings";
import { toolSettings } from "@oh-my-pi/pi-tools/settings";
import type { CommandRule } from "@oh-my-pi/pi-tools/shell-syntax/command-rules";
import type { ExecutionPorts } from "@oh-my-pi/pi-tools/tool-ports";
import type { Settings } from "../settings/settings.ts";

/** How the user wants the model's commands run, refused and shown. */
export function commandPreferences(settings: Settings, isActive: (toolName: string) => boolean) {
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
	} satisfies ExecutionPorts;
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
