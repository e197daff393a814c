import { arch, platform, release } from "node:os";
import { resolve } from "node:path";
import { describeAccount } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { extensionLoadProblems } from "../../../features/extensions/extension-kind.ts";
import { features } from "../../../features/features.ts";
import { secretSettings } from "../../../features/secrets/settings.ts";
import { type Inventory, stateText, takeInventory } from "../../../inventory/inventory.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { loadRedaction } from "../../../process/secrets/load-secrets.ts";
import { version } from "../../../process/version.ts";
import { keyProblems } from "../../../settings/catalog/key-problems.ts";
import { readLayer } from "../../../settings/file/read-layer.ts";
import { globalSettingsPath, projectSettingsPath } from "../../../settings/load/load-settings.ts";
import { skillSettings } from "../../../settings/sections/services/skills.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { surveyProject } from "../../../survey/survey-project.ts";
import { Features } from "../../../workbench/features.ts";
import { commandRegistry, registryFlags } from "../../command/command-registry.ts";
import { buildProblems } from "./build-problems.ts";
import { keybindingProblems } from "./keybinding-problems.ts";
import { type MemberWorld, memberProblems } from "./member-problems.ts";
import { policyProblems } from "./policy-problems.ts";
import { modelProblems, programProblems } from "./surroundings.ts";

export const flags = [
	...registryFlags,
	{ name: "json", alias: "j", kind: "boolean", help: "Print one JSON document" },
] as const;

const help = `USAGE
  omp doctor [--json]

  What omp finds in this folder and for you, and what is wrong with it: no connected model, missing programs, unknown
  settings and settings without effect, broken files with their lines, extensions that do not load, items of the same name,
  what is turned off or not trusted. The exit code is 1 if there are problems. Keys and tokens are never printed.
`;

/** Looks at everything a session here would use. */
export const doctor: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(help);
		return 0;
	}
	const prepared = await prepareStart(baseHost, {
		configFiles: args.lists.get("config") ?? [],
		allowHome: true,
		noPty: false,
	});
	const { host, agentDir, settings, gate } = prepared;
	const { registry, problems } = await commandRegistry(baseHost, args);
	const known = new Features(features);
	await surveyProject({ host, agentDir, settings, cwd: host.cwd, gate, features: known });
	const inventory = await takeInventory({ host, agentDir, settings, cwd: host.cwd, gate, features: known });
	// People paste it into issues.
	const { redact, warnings: secretWarnings } = await loadRedaction({ host, agentDir });
	const sourceIds = inventory.sources.map(({ id }) => id);
	const report: Report = {
		versions: {
			omp: version,
			bun: Bun.version,
			os: `${platform()} ${release()} ${arch()}`,
			...(await known.machineFacts(resolveDirectories(host).cache)),
		},
		folders: { project: gate.project.root, agent: agentDir },
		accounts: listAccounts(registry),
		secrets: settings.get(secretSettings.enabled) ? "on" : "off",
		inventory,
		notes: await known.missingPrograms(inventory.place),
		problems: [
			...new Set([
				...(await modelProblems(registry)),
				...programProblems(host, settings),
				...settings.problems,
				...(await settingsFileProblems({ ...prepared, registry, sourceIds }, args.lists.get("config") ?? [])),
				...policyProblems(settings, inventory.items.some(bringsTools)),
				...(await keybindingProblems(prepared)),
				...problems,
				...secretWarnings,
				...inventory.warnings.filter((warning) => !warning.startsWith(`${skillSettings.customDirectories.key}:`)),
				...(await extensionLoadProblems(inventory.place)),
				...(await buildProblems()),
			]),
		],
	};
	await io.stdout.write(redact(args.flags.has("json") ? formatJson(report) : formatText(report)));
	return report.problems.length > 0 ? 1 : 0;
};

function bringsTools({ kind, state }: Inventory["items"][number]): boolean {
	return state === "active" && /extension|tool/i.test(kind);
}

/** Unknown keys, settings without effect and members that name nothing, in the user's and the project's own files. */
async function settingsFileProblems(world: MemberWorld, overlays: readonly string[]): Promise<string[]> {
	const { host, agentDir } = world;
	const named = overlays.map((path) => resolve(host.cwd, path));
	const paths = [globalSettingsPath(agentDir), projectSettingsPath(host.cwd), ...named];
	// A file that cannot be read is among the problems of the settings already.
	const read = await Promise.all(paths.map((path) => readLayer(path).catch(() => undefined)));
	const layers = read.filter((layer) => layer !== undefined);
	const found = await Promise.all(layers.map((layer) => keyProblems(layer)));
	return [...found.flat(), ...(await memberProblems(layers, world))];
}

interface Report {
	readonly versions: Readonly<Record<string, string>>;
	readonly folders: Readonly<Record<string, string>>;
	readonly accounts: ReadonlyArray<{ readonly provider: string; readonly account: string; readonly kind: string }>;
	/** Whether they are hidden from providers. */
	readonly secrets: "on" | "off";
	readonly inventory: Inventory;
	/** What only some features need. */
	readonly notes: readonly string[];
	readonly problems: readonly string[];
}

/** Names only: what a label says of a key is what `omp token -l` shows. */
function listAccounts(registry: ModelRegistry): Report["accounts"] {
	return (registry.store.accounts?.list(undefined, { includeDisabled: true }) ?? []).map((account) => ({
		provider: account.provider,
		account: account.type === "api_key" ? "stored key" : describeAccount(account),
		kind: account.disabledCause === undefined ? account.type : `${account.type}, not in use`,
	}));
}

function formatText({ versions, folders, accounts, secrets, inventory, notes, problems }: Report): string {
	const { items, sources } = inventory;
	const states = (state: string) => items.filter((item) => item.state === state);
	const lines = (state: string) =>
		states(state).map((item) => `${item.kind}: ${item.name} (${stateText(item)}) ${item.path}`);
	const counts = [...Map.groupBy(states("active"), ({ kind }) => kind)].map(([kind, group]) => {
		const bySource = [...Map.groupBy(group, ({ source }) => source)].map(([name, items]) => `${name} ${items.length}`);
		return `${kind}: ${group.length} (${bySource.join(", ")})`;
	});
	return [
		section("Versions", Object.entries(versions).map(pair)),
		section("Folders", Object.entries(folders).map(pair)),
		section(
			"Accounts",
			accounts.map(({ provider, account, kind }) => `${provider}: ${account} (${kind})`),
		),
		section("Secrets", [
			secrets === "on"
				? "On: providers get placeholders (secrets.enabled)"
				: "Off: providers get them as they are (secrets.enabled)",
		]),
		section("In use", counts),
		section("Shadowed", lines("shadowed")),
		section("Off", [
			...lines("off"),
			...sources.filter(({ isOn }) => !isOn).map(({ id, name }) => `Source: ${name} (${id})`),
		]),
		section("Not trusted (see omp trust)", lines("untrusted")),
		section("Notes", notes),
		section("Problems", problems),
		problems.length === 0 ? "No problems.\n" : "",
	].join("");
}

function pair([name, value]: readonly [string, string]): string {
	return `${name}: ${value}`;
}

function section(title: string, lines: readonly string[]): string {
	if (lines.length === 0) return "";
	return `${title}\n${lines.map((line) => `  ${visibleText(line)}\n`).join("")}`;
}

function formatJson({ inventory, ...report }: Report): string {
	const { items, sources } = inventory;
	return `${JSON.stringify({ ...report, items, sources }, undefined, 2)}\n`;
}
