import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import type { DialogPort } from "../../../commands/contract/screen-ports.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import type { Inventory } from "../../../inventory/inventory.ts";
import type { InventoryItem } from "../../../inventory/inventory-item.ts";
import { shownPath } from "../../../paths/shown-path.ts";
import { modelChoiceSettings } from "../../../settings/sections/model/providers.ts";
import { extensionSettings } from "../../../settings/sections/services/extensions.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

const actions = [
	{ name: "disable", summary: "Leave an item out", usage: "disable <id>" },
	{ name: "enable", summary: "Use it again", usage: "enable <id>" },
];

export const extensionsCommand: Command = {
	name: "extensions",
	summary: "List and turn off rules, skills, commands, extensions and their sources",
	group: "system",
	hint: "[enable|disable <id>]",
	subcommands: actions,
	run: ({ args, session }) => runAction(args.trim(), session),
	screen: {
		async run({ args, session }, { ask }) {
			if (args.trim() !== "") return runAction(args.trim(), session);
			let last: string | undefined;
			do {
				last = await chooseOnce(session, ask, last);
				// Shown again with what is different now.
			} while (last !== undefined);
			return { kind: "done" };
		},
	},
};

async function runAction(args: string, session: OpenedConversation): Promise<CommandOutcome> {
	const [action = "", id = ""] = args.split(/\s+/, 2);
	if (action === "") return notice(await listText(session));
	if (action !== "enable" && action !== "disable") {
		throw new Error(`Unknown action: ${action}. Use /extensions, /extensions enable <id> or /extensions disable <id>`);
	}
	const { items, sources } = await loadInventory(session);
	const source = sources.find((known) => `source:${known.id}` === id);
	if (!source && !items.some((item) => item.id === id)) {
		const ids = [...new Set(items.flatMap((item) => item.id ?? []))];
		throw new Error(`There is no "${id}". Known: ${ids.join(", ")}`);
	}
	const isOn = action === "enable";
	if (source) await turnSource(session, source.id, isOn);
	else await turn(session, id, isOn);
	return notice(`${id} is ${isOn ? "on" : "off"}.`);
}

async function listText(session: OpenedConversation): Promise<string> {
	const { inventoryLines } = await import("../../../inventory/inventory.ts");
	const { items, warnings, sources } = await loadInventory(session);
	const off = sources.filter(({ isOn }) => !isOn).map(({ id }) => id);
	return [
		...(items.length === 0 ? ["Nothing was found."] : inventoryLines(items)),
		...(off.length > 0 ? [`Sources turned off: ${off.join(", ")}`] : []),
		...(warnings.length > 0 ? ["Problems:", ...warnings.map((warning) => `  ${visibleText(warning)}`)] : []),
	].join("\n");
}

/** The list to choose from; gives what was changed. */
async function chooseOnce(
	session: OpenedConversation,
	ask: DialogPort["ask"],
	last: string | undefined,
): Promise<string | undefined> {
	const { stateText } = await import("../../../inventory/inventory.ts");
	const { items, sources } = await loadInventory(session);
	const keyOf = (item: InventoryItem) => `${item.id ?? item.kind} ${item.path}`;
	const shown = (path: string) => shownPath(path, session.folder.path, session.host.home);
	const used = new Set(items.flatMap(({ provider }) => provider ?? []));
	const chosen = await ask(
		selectDialog<string>({
			title: "Extensions",
			verb: "turn on or off",
			emptyText: "Nothing was found.",
			items: [
				...items.map((item) => ({
					value: keyOf(item),
					label: visibleText(`${mark(item)} ${item.name}`),
					description: visibleText(`${item.kind} · ${stateText(item)} · ${shown(item.path)}`),
				})),
				...sources
					.filter(({ id, isOn }) => used.has(id) || !isOn)
					.map(({ id, name, isOn }) => ({
						value: `source:${id}`,
						label: `${isOn ? "●" : "○"} Source: ${name}`,
						description: isOn ? "Everything of it" : "Turned off",
					})),
			],
			...(last !== undefined && { isCurrent: (value: string) => value === last }),
		}),
	);
	if (chosen === undefined) return undefined;
	const source = sources.find(({ id }) => `source:${id}` === chosen);
	if (source) await turnSource(session, source.id, !source.isOn);
	const item = items.find((known) => keyOf(known) === chosen);
	if (item) await choosePart(session, item, ask);
	return chosen;
}

function mark({ state }: InventoryItem): string {
	return state === "active" ? "●" : state === "invalid" ? "!" : "○";
}

/** What can be done with one: turn it off and on, or look at it. */
async function choosePart(session: OpenedConversation, item: InventoryItem, ask: DialogPort["ask"]): Promise<void> {
	const { stateText } = await import("../../../inventory/inventory.ts");
	const { id, path, name } = item;
	const isOff = id !== undefined && session.settings.get(extensionSettings.disabledExtensions).includes(id);
	const action = await ask(
		selectDialog<"turn" | "back">({
			title: visibleText(`${item.kind}: ${name} (${stateText(item)})`),
			items: [
				...(id === undefined ? [] : [{ value: "turn" as const, label: isOff ? "Enable" : "Disable", description: id }]),
				{ value: "back", label: "Back", description: visibleText(path) },
			],
		}),
	);
	if (action === "turn" && id !== undefined) await turn(session, id, isOff);
}

async function loadInventory({
	host,
	agentDir,
	settings,
	folder,
	trust,
	workbench,
}: OpenedConversation): Promise<Inventory> {
	const { takeInventory } = await import("../../../inventory/inventory.ts");
	return takeInventory({ host, agentDir, settings, cwd: folder.path, gate: trust, features: workbench.features });
}

async function turn(session: OpenedConversation, id: string, isOn: boolean): Promise<void> {
	const { settings } = session;
	const { disabledExtensions } = extensionSettings;
	const others = settings.get(disabledExtensions).filter((known) => known !== id);
	// A list of the project replaces the user's, so that is the one to change.
	const scope = settings.findOrigin(disabledExtensions) === "project" ? "project" : "global";
	settings.set(disabledExtensions, isOn ? others : [...others, id], scope);
	if (id.startsWith("extension-module:")) await reloadExtensions(session);
	await useChanges(session);
}

async function turnSource(session: OpenedConversation, id: string, isOn: boolean): Promise<void> {
	const { settings, folder, host } = session;
	const { disabledProviders } = modelChoiceSettings;
	const others = settings.get(disabledProviders).filter((entry) => entry !== id);
	settings.set(disabledProviders, isOn ? others : [...others, id]);
	const left = scopedValues(settings.get(disabledProviders), { cwd: folder.path, home: host.home }, "providers");
	if (isOn && left.includes(id)) throw new Error(`${id} is turned off for this folder in disabledProviders`);
	await useChanges(session);
}

async function reloadExtensions({ workbench, conversation }: OpenedConversation): Promise<void> {
	for (const problem of (await workbench.features.extensionHost?.reload()) ?? [])
		conversation.notify("warning", problem);
}

async function useChanges(session: OpenedConversation): Promise<void> {
	await session.settings.flush();
	session.fileCommands.forget();
	await session.refreshPrompt();
}
