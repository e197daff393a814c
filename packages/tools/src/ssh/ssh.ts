import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { commandRules } from "../bash/preferences.ts";
import type { BashDetails } from "../bash/result.ts";
import { bashSettings } from "../bash/settings.ts";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { toolSettings } from "../contract/settings.ts";
import type { OutputService, ToolServices } from "../services/services.ts";
import type { SshService } from "../services/ssh-service.ts";
import { addressOf, type SshTarget } from "../ssh-connections/ssh-target.ts";
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
	outsideSources: ({ host }) => [`ssh:${typeof host === "string" ? host : "unknown"}`],
	facts: ({ command, host }) =>
		typeof command === "string" && typeof host === "string" ? { command: `ssh ${host} ${command}` } : {},
	view: async () => (await import("./view.ts")).sshView,
};

export const ssh: BuiltInTool = {
	...traits,
	summary: "Run commands on other machines",
	sample: async () => (await import("./sample.data.ts")).sshSample,
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
		...judgedCalls(
			({ host, command, cwd }: SshParams) => ({ kind: "remote-command", host, line: command, cwd }),
			// Nothing of this machine counts there.
			() => ({ home: "", cwd: "", rules: deps.commandRules?.() ?? [] }),
		),
		approvalDetails: ({ host, command, cwd }) => [
			`Host: ${shownAddress(host, deps.ssh.hosts())}`,
			`Command: ${command}`,
			...(cwd === undefined ? [] : [`Folder: ${cwd}`]),
		],
		async concurrency({ command }) {
			const { onlyReads } = await import("@oh-my-pi/pi-policy/read-only/only-reads");
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
		return shortLine(`- ${host.name} (${addressOf(host)})${more.length > 0 ? `: ${more.join("; ")}` : ""}`);
	});
	return all.length > maxHosts ? [...lines, `- and ${all.length - maxHosts} more, listed by read ssh://`] : lines;
}

/** What a file says must not look like more of the prompt. */
function shortLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 200);
}

function shownAddress(name: string, hosts: readonly SshTarget[]): string {
	const host = hosts.find((one) => one.name === name);
	return host ? `${name} (${addressOf(host)})` : name;
}
