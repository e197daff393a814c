import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import { advisorSettings } from "../../../settings/sections/services/advisor.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { advisorKey, type RunningAdvisor } from "../session/advisor-key.ts";
import { disabledText, statusText } from "../session/advisor-text.ts";
import { dumpAdvisor } from "./dump-advisor.ts";

const usage = "Usage: /advisor [on|off|status|dump [raw]|configure]";

const subcommands = [
	{ name: "on", summary: "Start it from here on, or again after a failure" },
	{ name: "off", summary: "Stop it" },
	{ name: "status", summary: "Show model, context and spending" },
	{ name: "dump", summary: "Show what it has read and said", usage: "[raw]" },
	{ name: "configure", summary: "Show where its model and instructions are set" },
];

export const advisorCommand: Command = {
	name: "advisor",
	summary: "Let a second model review each turn",
	group: "model",
	hint: "[on|off|status|dump [raw]|configure]",
	subcommands,
	describe: (session) => (findAdvisor(session) ? "on" : "off"),
	run: ({ args, session }) => act(session, args, (text) => notice(text)),
	screen: {
		run: ({ args, session }, { copy }) =>
			act(session, args, async (text) => {
				copy(text);
				const path = join(session.host.env.TMPDIR || "/tmp", `omp-advisor-${session.log.id}.md`);
				await writeFile(path, `${text}\n`, { mode: 0o600 });
				return notice(`Transcript of the advisor copied to clipboard and written to ${path}`);
			}),
	},
};

async function act(
	session: OpenedConversation,
	args: string,
	showDump: (text: string) => CommandOutcome | Promise<CommandOutcome>,
): Promise<CommandOutcome> {
	const [action = "", option, ...more] = args.split(/\s+/).filter((word) => word !== "");
	if (more.length > 0 || (option !== undefined && !(action === "dump" && option === "raw"))) throw new Error(usage);
	const feature = session.workbench.features.find(advisorKey);
	if (!feature) return notice("There is no advisor in this session.", "warning");
	switch (action) {
		case "":
			return findAdvisor(session) ? switchOff(session, feature) : switchOn(session, feature);
		case "on":
			return switchOn(session, feature);
		case "off":
			return switchOff(session, feature);
		case "status":
			return notice(await describe(session));
		case "dump": {
			const text = dumpAdvisor(findAdvisor(session)?.reviewers ?? [], option === "raw");
			return text === "" ? notice("The advisor has not reviewed anything yet.") : showDump(text);
		}
		case "configure":
			return notice(`${await describe(session)}\n\n${howTo}`);
		default:
			throw new Error(usage);
	}
}

const howTo = [
	"Model: the role advisor, in /model or with: omp config set modelRoles.advisor <provider/model>",
	"Settings: /settings, Model, Advisor (advisor.subagents, advisor.syncBacklog, advisor.immuneTurns)",
	"Instructions: WATCHDOG.md in omp's folder, in the project and its folders; several advisors: WATCHDOG.yml",
].join("\n");

function findAdvisor({ workbench, conversation }: OpenedConversation) {
	return workbench.features.find(advisorKey)?.host?.find(conversation);
}

async function describe(session: OpenedConversation): Promise<string> {
	const advisor = findAdvisor(session);
	const host = session.workbench.features.find(advisorKey)?.host;
	return advisor ? statusText(await advisor.open()) : disabledText(host?.spend(session.conversation));
}

async function switchOn(session: OpenedConversation, feature: RunningAdvisor): Promise<CommandOutcome> {
	const host = await feature.load();
	const opened = await (await host.switchOn(session.conversation)).open();
	if (opened.reviewers.length === 0) {
		// Why was said when its model was looked for.
		await host.switchOff(session.conversation);
		return { kind: "done" };
	}
	save(session, true);
	return notice(statusText(opened), "info");
}

async function switchOff(session: OpenedConversation, feature: RunningAdvisor): Promise<CommandOutcome> {
	save(session, false);
	await feature.host?.switchOff(session.conversation);
	return notice("Advisor is disabled.");
}

function save({ settings }: OpenedConversation, isOn: boolean): void {
	settings.set(advisorSettings.enabled, isOn);
	// A flag of this run would win over what is saved.
	settings.override(advisorSettings.enabled, undefined);
}
