import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Argument, Command, Subcommand } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { backendNames } from "../backends/backends.ts";
import type { MemoryMaintenance } from "../contract/memory-backend.ts";
import { memoryKey } from "../contract/memory-key.ts";
import { diagnosisText, statsText } from "../shown/memory-text.ts";

const actions: readonly Subcommand[] = [
	{ name: "view", summary: "What would be put into a prompt now" },
	{ name: "stats", summary: "How much is remembered, and where" },
	{ name: "diagnose", summary: "Check that the memory works" },
	{ name: "clear", summary: "Delete what is remembered for this project", usage: "[yes]" },
	{ name: "reset", summary: "The same as clear", usage: "[yes]" },
	{ name: "enqueue", summary: "Store what is waiting now, and consolidate" },
	{ name: "rebuild", summary: "Make search indexes or summaries anew" },
	{
		name: "mm",
		summary: "Mental models of Hindsight",
		usage: "list|show <id>|refresh [id]|history <id>|seed|delete <id>|reload",
	},
];

export const memoryCommand: Command = {
	name: "memory",
	summary: "Show and maintain what is remembered across sessions",
	group: "system",
	hint: `[${actions.map(({ name }) => name).join("|")}]`,
	subcommands: actions,
	describe: (session) => session.workbench.features.find(memoryKey)?.kind ?? "off",
	complete: async (): Promise<readonly Argument[]> => actions.map(({ name, summary }) => ({ name, summary })),
	async run({ args, session }) {
		const running = session.workbench.features.find(memoryKey);
		if (!running) {
			return notice("Memory is off. Set memory.backend to local, hindsight or mnemopi and start a new session.");
		}
		const [action = "view", ...rest] = args
			.trim()
			.split(/\s+/)
			.filter((word) => word !== "");
		if (!running.backend) {
			return notice(
				`${running.problem ?? "The memory is not there."} omp memory diagnose says what is wrong.`,
				"warning",
			);
		}
		try {
			return await runAction(action, rest, running.backend.maintenance, session, backendNames[running.kind]);
		} catch (error) {
			return notice(errorMessage(error), "error");
		}
	},
};

const limitMs = 120_000;

async function runAction(
	action: string,
	rest: readonly string[],
	maintenance: MemoryMaintenance,
	session: OpenedConversation,
	name: string,
): Promise<CommandOutcome> {
	const signal = AbortSignal.timeout(limitMs);
	const extra = maintenance.extra && Object.hasOwn(maintenance.extra, action) ? maintenance.extra[action] : undefined;
	if (extra) return notice(await extra(rest.join(" "), signal));
	const mayHaveMore = ["clear", "reset", "mm"].includes(action);
	if (rest.length > 0 && !mayHaveMore) throw new Error(`unexpected argument "${rest[0]}"`);
	switch (action) {
		case "view":
			return notice((await maintenance.view(signal)) || "Nothing would be put into a prompt now.");
		case "stats":
			return notice(statsText(await maintenance.stats(signal)));
		case "diagnose": {
			const checks = await maintenance.diagnose(signal);
			return notice(diagnosisText(checks), checks.every(({ ok }) => ok) ? "info" : "warning");
		}
		case "clear":
		case "reset":
			return clear(action, rest, maintenance, session);
		case "enqueue":
			return notice(await maintenance.enqueue(signal));
		case "rebuild":
			if (!maintenance.rebuild) return notice(`${name} has nothing to rebuild.`);
			return notice(await maintenance.rebuild(signal));
		case "mm":
			return notice(`${name} has no mental models; they belong to the backend hindsight.`);
		default:
			throw new Error(`unknown action "${action}". Use one of: ${actions.map((one) => one.name).join(", ")}`);
	}
}

async function clear(
	action: string,
	rest: readonly string[],
	maintenance: MemoryMaintenance,
	session: OpenedConversation,
): Promise<CommandOutcome> {
	const [word, ...more] = rest;
	if (more.length > 0 || (word !== undefined && word !== "yes"))
		throw new Error(`unexpected argument "${more[0] ?? word}"`);
	if (word !== "yes") {
		const dialogs = await session.frontEnd.dialogs?.();
		if (!dialogs) {
			return notice(`Nothing was deleted. /memory ${action} yes deletes ${maintenance.clearText}.`, "warning");
		}
		const title = `Delete ${maintenance.clearText}?\nThis cannot be undone. omp memory export keeps a copy.`;
		const chosen = await dialogs.select(title, ["Cancel", "Delete"], { isExpected: true });
		if (chosen !== "Delete") return notice("Nothing was deleted.");
	}
	return notice(await maintenance.clear(AbortSignal.timeout(limitMs)));
}
