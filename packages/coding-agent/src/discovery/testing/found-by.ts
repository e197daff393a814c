import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sshHosts } from "../../features/ssh/host-capability.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { contextFiles } from "../capabilities/context-files.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { rules } from "../capabilities/rules.ts";
import { settingsItems } from "../capabilities/settings.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import type { Capability } from "../contract/capability.ts";
import { CapabilityRegistry } from "../contract/capability-registry.ts";
import { loadContext } from "../contract/load-context.ts";
import { discoveryProviders } from "../providers.ts";

const kinds: Readonly<Record<string, Capability<{ readonly name?: string }>>> = {
	context: contextFiles as Capability<object>,
	"system prompt": systemPromptFiles as Capability<object>,
	rule: rules as Capability<object>,
	skill: skills as Capability<object>,
	command: slashCommandFiles as Capability<object>,
	prompt: promptTemplates as Capability<object>,
	settings: settingsItems as Capability<object>,
	mcp: mcpServers as Capability<object>,
	ssh: sshHosts as Capability<object>,
};

/** Everything one source finds, as `kind name: level path`; `home` and `repo` are folders of the tree. */
export async function foundBy(
	provider: string,
	files: Record<string, string>,
	{
		cwd = "repo",
		env = {},
	}: { cwd?: string; env?: (root: string) => Record<string, string> } | { cwd?: string; env?: object } = {},
): Promise<string[]> {
	await using tree = await workspace({ "repo/.git": "", ...files });
	const { registry, context } = await discovery(tree.path, cwd, typeof env === "function" ? env(tree.path) : {});
	const found = await Promise.all(
		Object.entries(kinds).map(async ([kind, capability]) => {
			const { items } = await registry.load(capability, context, { providers: [provider] });
			return items.map(({ name, _source: { level, path } }) =>
				[kind, ...(name === undefined ? [] : [name]), `(${level})`, path.slice(tree.path.length + 1)].join(" "),
			);
		}),
	);
	return found.flat();
}

export async function discovery(root: string, cwd = "repo", env: Record<string, string> = {}) {
	const home = join(root, "home");
	const place = { cwd: join(root, cwd), home, agentDir: join(home, ".omp/agent") };
	// What omp brings itself is found everywhere.
	const disabled = { providers: () => ["builtin-defaults"], extensions: () => [] };
	const registry = new CapabilityRegistry(discoveryProviders, disabled);
	const gate = new TrustGate({ ...place, now: () => 0, acceptAll: true });
	return { registry, context: await loadContext({ ...place, env, gate }) };
}
