import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { AgentDefinition } from "../../agents/definition/agent-definition.ts";
import { type DefinitionRow, definitionsDialog } from "../../dialogs/agents/definitions-dialog.ts";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import { textDialog } from "../../dialogs/text-dialog.ts";
import { taskSettings } from "../../settings/sections/agent/task.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";
import type { DialogPort, ScreenPorts } from "../contract/screen-ports.ts";

const actions = [
	{ name: "types", summary: "List and configure the types of sub-agents", usage: "types" },
	{ name: "disable", summary: "Do not offer an agent", usage: "disable <name>" },
	{ name: "enable", summary: "Offer it again", usage: "enable <name>" },
	{ name: "model", summary: "Choose its model; without one, as it is defined", usage: "model <name> [model]" },
];

export const agentsCommand: Command = {
	name: "agents",
	summary: "Watch sub-agents, and configure their types",
	group: "system",
	hint: "[types|enable|disable|model <name>]",
	subcommands: actions,
	run: ({ args, session }) => runAction(args.trim(), session),
	screen: {
		async run({ args, session }, ports) {
			const action = args.trim();
			if (action !== "" && action !== "types") return runAction(action, session);
			const { agents } = session.workbench.features;
			const hasAgents = (agents?.overview(session.conversation).length ?? 0) > 0;
			// Whoever has agents at work wants to see them; the kinds are a Tab away.
			if (action === "" && hasAgents && (await ports.openHub()) !== "kinds") return { kind: "done" };
			return choose(session, ports);
		},
	},
};

/** The list, shown again with what is different now until it is closed. */
async function choose(session: OpenedConversation, ports: ScreenPorts): Promise<CommandOutcome> {
	for (let last: string | undefined; ; ) {
		const agents = await definitions(session);
		const chosen = await ports.ask(
			definitionsDialog(
				agents.map((agent) => buildRow(agent, session)),
				last,
			),
		);
		if (!chosen) return { kind: "done" };
		if (chosen.act === "new") return writeNew(session, agents, ports.ask);
		last = chosen.name;
		const agent = agents.find(({ name }) => name === last);
		if (!agent) continue;
		if (chosen.act === "turn") await turn(session, agent.name, isOff(agent.name, session));
		else await configure(session, agent, ports);
	}
}

async function configure(session: OpenedConversation, agent: AgentDefinition, ports: ScreenPorts): Promise<void> {
	const { name, source, filePath } = agent;
	const { model, isOn } = buildRow(agent, session);
	const chosen = await ports.ask(
		selectDialog<"turn" | "model" | "as-defined" | "edit">({
			title: visibleText(`${name}: ${agent.description}`),
			items: [
				{ value: "model", label: "Model…", description: model },
				...(session.settings.get(taskSettings.agentModelOverrides)[name] === undefined
					? []
					: [{ value: "as-defined" as const, label: "Model as defined", description: modelOf(agent) }]),
				{ value: "turn", label: isOn ? "Disable" : "Enable", description: "Whether the model can start it" },
				{
					value: "edit",
					label: filePath === undefined ? "Edit a copy of your own…" : "Edit…",
					description: visibleText(filePath ?? `${source}; the copy takes its place`),
				},
			],
		}),
	);
	if (chosen === "turn") await turn(session, name, !isOn);
	else if (chosen === "as-defined") await setModel(session, name, undefined);
	else if (chosen === "model") await chooseModel(session, name, ports.ask);
	else if (chosen === "edit") await edit(session, agent, ports);
}

async function chooseModel(session: OpenedConversation, name: string, ask: DialogPort["ask"]): Promise<void> {
	const { registry, conversation } = session;
	const [{ switchModelDialog }, { measuredSpeeds }] = await Promise.all([
		import("../../dialogs/models/switch-model-dialog.ts"),
		import("../../models/measured-speeds.ts"),
	]);
	const [models, speeds] = await Promise.all([registry.enabled(), measuredSpeeds(registry)]);
	const chosen = await ask(switchModelDialog({ models, roles: [], current: conversation.model, speeds }));
	if (!chosen) return;
	const level = chosen.level ? `:${chosen.level}` : "";
	await setModel(session, name, `${selectorOf(chosen.model)}${level}`);
}

/** In the user's editor; a bundled agent as a file of the user's. */
async function edit(session: OpenedConversation, agent: AgentDefinition, ports: ScreenPorts): Promise<void> {
	const [{ editExternally }, { bundledFiles }] = await Promise.all([
		import("../contract/edit-externally.ts"),
		import("../../agents/definition/bundled-agents.ts"),
	]);
	const path = agent.filePath ?? fileOf(agent.name, session);
	const text = agent.filePath ? await readFile(path, "utf8") : (bundledFiles[agent.name] ?? "");
	const changed = await editExternally(text, { ...ports, session }, { name: `${agent.name}.md` });
	if (changed === undefined || changed === text.replace(/\n$/, "")) return;
	await mkdir(join(session.agentDir, "agents"), { recursive: true });
	await writeFile(path, `${changed}\n`);
	await useChanges(session);
	ports.notify("info", `Saved ${path}`);
}

async function writeNew(
	session: OpenedConversation,
	known: readonly AgentDefinition[],
	ask: DialogPort["ask"],
): Promise<CommandOutcome> {
	const problemWith = (name: string) => {
		if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/.test(name)) return "Letters, digits, - and _, at most 48";
		return known.some((agent) => agent.name === name) || existsSync(fileOf(name, session))
			? `There is an agent ${name} already`
			: undefined;
	};
	const name = await ask(textDialog({ title: "New agent", question: "Its name", problemWith }));
	if (!name) return { kind: "done" };
	const question = "What it is for; the model chooses by this";
	const description = await ask(textDialog({ title: name, question }));
	if (!description) return { kind: "done" };
	await mkdir(join(session.agentDir, "agents"), { recursive: true });
	const text = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n${description}\n`;
	await writeFile(fileOf(name, session), text, { flag: "wx" });
	await useChanges(session);
	return notice(
		`Wrote ${fileOf(name, session)}. Say there how it works; tools, model and more are described in docs/agents.md.`,
	);
}

async function runAction(args: string, session: OpenedConversation): Promise<CommandOutcome> {
	const agents = await definitions(session);
	const [action = "", name = "", model] = args.split(/\s+/);
	if (action === "" || action === "types")
		return notice(agents.map((agent) => lineOf(buildRow(agent, session))).join("\n"));
	if (!actions.some((known) => known.name === action)) {
		throw new Error(`Unknown action: ${action}. Use /agents ${actions.map(({ usage }) => usage).join(", /agents ")}`);
	}
	if (!agents.some((agent) => agent.name === name)) {
		throw new Error(`There is no agent "${name}". Known: ${agents.map((agent) => agent.name).join(", ")}`);
	}
	if (action !== "model") {
		await turn(session, name, action === "enable");
		return notice(`${name} is ${action === "enable" ? "on" : "off"}.`);
	}
	if (model !== undefined) await checkModel(model, session);
	await setModel(session, name, model);
	return notice(`${name} uses ${model ?? "the model of its definition"}.`);
}

async function checkModel(selector: string, { registry, settings, conversation }: OpenedConversation): Promise<void> {
	const [{ selectModelOrRole }, { sessionRoles }] = await Promise.all([
		import("@oh-my-pi/pi-ai/models/select/resolve-role"),
		import("../../models/session-roles.ts"),
	]);
	const found = await selectModelOrRole(selector, registry, {
		roles: sessionRoles(settings),
		current: conversation.model,
	});
	if (found.kind === "missing") throw new Error(found.message);
}

function lineOf({ name, isOn, source, model, description }: DefinitionRow): string {
	return visibleText(`${isOn ? "●" : "○"} ${name} (${source}, ${model}): ${description}`);
}

function buildRow(agent: AgentDefinition, session: OpenedConversation): DefinitionRow {
	const { name, description, source } = agent;
	const override = session.settings.get(taskSettings.agentModelOverrides)[name];
	return { name, description, source, model: override ?? modelOf(agent), isOn: !isOff(name, session) };
}

function modelOf({ model }: AgentDefinition): string {
	return model?.join(", ") ?? "parent's model";
}

function isOff(name: string, { settings }: OpenedConversation): boolean {
	return settings.get(taskSettings.disabledAgents).includes(name);
}

function fileOf(name: string, { agentDir }: OpenedConversation): string {
	return join(agentDir, "agents", `${name}.md`);
}

async function definitions({ workbench, folder }: OpenedConversation): Promise<readonly AgentDefinition[]> {
	const { findAgents } = await import("../../agents/definition/find-agents.ts");
	return (await findAgents(workbench, folder.path)).agents;
}

async function turn(session: OpenedConversation, name: string, isOn: boolean): Promise<void> {
	const { settings } = session;
	const others = settings.get(taskSettings.disabledAgents).filter((known) => known !== name);
	settings.set(taskSettings.disabledAgents, isOn ? others : [...others, name]);
	await useChanges(session);
}

async function setModel(session: OpenedConversation, name: string, model: string | undefined): Promise<void> {
	const { [name]: _, ...others } = session.settings.get(taskSettings.agentModelOverrides);
	session.settings.set(taskSettings.agentModelOverrides, model === undefined ? others : { ...others, [name]: model });
	await useChanges(session);
}

async function useChanges(session: OpenedConversation): Promise<void> {
	await session.settings.flush();
	await session.refreshPrompt();
}
