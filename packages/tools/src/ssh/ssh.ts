import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import {
	defineTool,
	type ToolApproval,
	type ToolCallContext,
	type ToolTraits,
} from "@oh-my-pi/pi-agent-core/tools/tool";
import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import { commandRules } from "../bash/preferences.ts";
import type { BashDetails } from "../bash/result.ts";
import { bashSettings } from "../bash/settings.ts";
import type { BuiltInTool } from "../built-in-tool.ts";
import type { OutputService, ToolServices } from "../services/services.ts";
import type { SshService } from "../services/ssh-service.ts";
import { toolSettings } from "../settings.ts";
import { adapter } from "../shared/arguments/adapt.ts";
import type { CommandRule } from "../shared/shell-syntax/command-rules.ts";
import { addressOf, type SshTarget } from "../shared/ssh/ssh-target.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface SshDeps {
	readonly ssh: SshService;
	readonly output: OutputService;
	readonly now: () => number;
	/** The user's cap on all tools; 0 is none. */
	readonly maxTimeoutSeconds?: number;
	readonly commandRules?: () => readonly CommandRule[];
}

const parameters = {
	type: "object",
	properties: {
		host: { type: "string" },
		command: { type: "string" },
		cwd: { type: "string", description: "Folder on the host" },
		timeout: { type: "number", description: "Seconds, default 60" },
	},
	required: ["host", "command"],
	additionalProperties: false,
} as const;

export type SshParams = FromSchema<typeof parameters>;

const traits: ToolTraits = {
	name: "ssh",
	effects: ["reads", "writes", "runs", "network"],
	restrictedLike: "bash",
	facts: ({ command, host }) =>
		typeof command === "string" && typeof host === "string" ? { command: `ssh ${host} ${command}` } : {},
	view: async () => (await import("./view.ts")).sshView,
};

export const ssh: BuiltInTool = {
	...traits,
	summary: "Run commands on other machines",
	create: (services: SshServices) => {
		const { settings, workspace, output, ssh: service } = services;
		// Whoever takes the shell away does not want commands run by another name.
		if (!service || service.hosts().length === 0 || !settings.get(bashSettings.enabled)) return undefined;
		return sshTool({
			ssh: service,
			output,
			now: workspace.now,
			maxTimeoutSeconds: settings.get(toolSettings.maxTimeout),
			commandRules: () => commandRules(services),
		});
	},
};

type SshServices = Pick<ToolServices, "settings" | "workspace" | "output" | "ssh" | "shell">;

const adapt = adapter({
	names: { cmd: "command", script: "command", server: "host", hostname: "host", workdir: "cwd", directory: "cwd" },
});

export function sshTool(deps: SshDeps) {
	return defineTool({
		...traits,
		label: "SSH",
		prompt: renderPrompt(prompt, { hosts: hostLines(deps.ssh).join("\n") }).trim(),
		parameters,
		async approval(params: SshParams): Promise<ToolApproval> {
			const { sshApproval } = await import("./approval.ts");
			return sshApproval(params, deps.commandRules?.() ?? []);
		},
		approvalDetails: ({ host, command, cwd }) => [
			`Host: ${shownAddress(host, deps.ssh.hosts())}`,
			`Command: ${command}`,
			...(cwd === undefined ? [] : [`Folder: ${cwd}`]),
		],
		async concurrency({ command }) {
			const { onlyReads } = await import("../shared/shell-syntax/read-only/only-reads.ts");
			return onlyReads(command) ? "shared" : "exclusive";
		},
		loadMode: "discoverable",
		adapt,
		async execute(params, call: ToolCallContext<BashDetails>) {
			const { executeSsh } = await import("./execute.ts");
			return executeSsh(params, call, deps);
		},
	});
}

const maxHosts = 30;

/** The model is not told where the keys are. */
function hostLines({ hosts, knownFacts }: SshService): string[] {
	const all = hosts();
	const lines = all.slice(0, maxHosts).map((host) => {
		const more = [knownFacts(host), host.description].filter((text) => text !== undefined && text !== "");
		return oneLine(`- ${host.name} (${addressOf(host)})${more.length > 0 ? `: ${more.join("; ")}` : ""}`);
	});
	return all.length > maxHosts ? [...lines, `- and ${all.length - maxHosts} more, listed by read ssh://`] : lines;
}

/** What a file says must not look like more of the prompt. */
function oneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 200);
}

function shownAddress(name: string, hosts: readonly SshTarget[]): string {
	const host = hosts.find((one) => one.name === name);
	return host ? `${name} (${addressOf(host)})` : name;
}
