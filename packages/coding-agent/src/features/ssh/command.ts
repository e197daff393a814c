import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Command } from "../../commands/contract/command.ts";
import { notice } from "../../commands/contract/outcome.ts";
import { splitArguments } from "../../commands/contract/split-arguments.ts";

const actions = [
	{ name: "list", summary: "The hosts and where they are defined" },
	{
		name: "add",
		summary: "Define a host",
		usage:
			"<name> --host <host> [--user <name>] [--port <port>] [--key <file>] [--desc <text>] [--compat] [--scope user|project]",
	},
	{ name: "remove", summary: "Delete a definition", usage: "<name> [--scope user|project]" },
	{ name: "help", summary: "Show this" },
];

export const sshCommand: Command = {
	name: "ssh",
	summary: "Show, add and remove SSH hosts",
	group: "system",
	hint: "[list|add|remove]",
	subcommands: actions,
	async run({ args, session }) {
		const words = splitArguments(args);
		if (words[0] === "help") {
			return notice(
				actions.map(({ name, usage = "", summary }) => `/ssh ${`${name} ${usage}`.trim()}: ${summary}`).join("\n"),
			);
		}
		const { host, folder, agentDir, settings, trust } = session;
		const { runHostAction } = await import("./host-actions.ts");
		try {
			const text = await runHostAction(words, { host, cwd: folder.path, agentDir, settings, gate: trust });
			// The tool appears with the first host.
			if (words[0] === "add" || words[0] === "remove") await session.refreshPrompt();
			return notice(text);
		} catch (error) {
			return notice(errorMessage(error), "error");
		}
	},
};
