import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { bashPreferences } from "@oh-my-pi/pi-tools/bash/preferences";
import { quietEnv } from "@oh-my-pi/pi-tools/bash/quiet-env";
import { outputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../conversation/conversation.ts";
import type { WorkingFolder } from "../conversation/session/move-session.ts";
import { UserShell } from "../conversation/shell/user-shell.ts";
import type { Settings } from "../settings/settings.ts";
import { childEnv } from "./child-env.ts";
import { kernels } from "./kernels.ts";
import type { SessionLinks } from "./session-links.ts";
import { sharedShell } from "./shared-shell.ts";

export interface UserShellParts {
	readonly host: Host;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly folder: WorkingFolder;
	readonly links: SessionLinks;
	readonly conversation: Conversation;
}

/** What the user runs goes where the model's commands and cells go: what one exports or defines, the other finds. */
export function userShell(parts: UserShellParts): UserShell {
	const { host, settings, registry, folder, links, conversation } = parts;
	const env = childEnv(host.env, registry);
	const shared = () => ({
		artifacts: conversation.log.artifacts,
		limits: outputLimits(settings),
	});
	return new UserShell({
		cwd: () => folder.path,
		async command(text, options) {
			const { executeUserCommand } = await import("@oh-my-pi/pi-tools/bash/user-command");
			const shell = sharedShell(links, host, settings);
			const { direnv } = bashPreferences(settings, () => false);
			const ports = { ...shared(), shell, env, quietEnv: quietEnv(env), now: host.now, ...(direnv && { direnv }) };
			return executeUserCommand(text, options, ports);
		},
		async python(code, options) {
			const { executeUserCell } = await import("@oh-my-pi/pi-tools/eval/user-cell");
			const runtimes = kernels({ host, settings, env, links });
			return executeUserCell(code, options, { ...shared(), runtimes, sessionId: () => conversation.log.id });
		},
		note: (message) => conversation.note(message),
		now: host.now,
	});
}
