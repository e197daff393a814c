import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { workspaceBase } from "../../process/worktree-base.ts";
import { isolationSettings, worktreeSettings } from "../../settings/sections/agent/task.ts";
import type { Settings } from "../../settings/settings.ts";
import { isGitUntrusted } from "../../trust/git/git-trust.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import type { IsolationMode } from "./copy/backends.ts";
import { clearWorkspaces } from "./copy/workspaces.ts";
import { type Isolation, isolate } from "./isolate.ts";

/** Makes copies for sub-agents by the user's settings. Leftovers of omps that were killed go first. */
export function makeIsolate(options: {
	readonly host: Pick<Host, "home" | "env" | "now">;
	readonly settings: Settings;
	/** Decides whether git may run what a repository's settings name, and trusts in copies what is trusted in the project. */
	readonly gate: TrustGate;
	/** For `task.isolation.commits: ai`, which asks a model on behalf of the main conversation. */
	readonly registry?: ModelRegistry;
	readonly conversations?: readonly Conversation[];
}): (spec: { readonly cwd: string; readonly mode: string; readonly id: string }) => Promise<Isolation> {
	const { host, settings, gate } = options;
	const message = async (patch: string) => {
		const [conversation] = options.conversations ?? [];
		if (!conversation || !options.registry) return undefined;
		const { writeCommitMessage } = await import("./merge/commit-message.ts");
		return writeCommitMessage(patch, { conversation, registry: options.registry, settings });
	};
	return async ({ cwd, mode, id }) => {
		if (!isMode(mode)) throw new Error(`Isolation is off (task.isolation.mode is ${mode})`);
		const base = workspaceBase(settings.get(worktreeSettings.base), host);
		await clearWorkspaces(base);
		const copy = await isolate({
			cwd,
			mode,
			id,
			base,
			as: settings.get(isolationSettings.merge),
			env: host.env,
			now: host.now,
			mayRunGit: async (root) => !(await isGitUntrusted(gate.at(root), host.env)),
			...(settings.get(isolationSettings.commits) === "ai" && { message }),
		});
		gate.at(cwd).adopt({ root: copy.root, cwd: copy.path });
		return copy;
	};
}

const modes: ReadonlySet<string> = new Set([
	"auto",
	"apfs",
	"btrfs",
	"zfs",
	"reflink",
	"overlayfs",
	"projfs",
	"block-clone",
	"rcopy",
] satisfies IsolationMode[]);

function isMode(mode: string): mode is IsolationMode {
	return modes.has(mode);
}
