import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { narrowModels } from "@oh-my-pi/pi-ai/models/registry/narrow-models";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { resolveInitialModel, whyNoModel } from "@oh-my-pi/pi-ai/models/select/initial-model";
import { roleIn } from "@oh-my-pi/pi-ai/models/select/roles";
import { searchProviders } from "@oh-my-pi/pi-tools/web-search/providers";
import { listThemes } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import { findYamlLine } from "@oh-my-pi/pi-utils/config/find-yaml-line";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { findAgent, findAgents } from "../../../agents/definition/find-agents.ts";
import { sessionRoles } from "../../../models/session-roles.ts";
import type { FileLayer } from "../../../settings/file/read-layer.ts";
import { lookup } from "../../../settings/file/settings-tree.ts";
import { silentSegmentNames, statusSegmentNames } from "../../../settings/migrations/status-segments.data.ts";
import type { Prepared } from "../../../startup/prepare-start.ts";

export interface MemberWorld extends Pick<Prepared, "host" | "agentDir" | "settings" | "gate"> {
	readonly registry: ModelRegistry;
	/** Ids of where context files, rules and skills are found. */
	readonly sourceIds: readonly string[];
}

/** Says what is wrong with one member of a list, or one value; `undefined` if nothing is. */
type CheckMember = (member: string) => string | undefined | Promise<string | undefined>;

/** Members of lists that name nothing: a segment, a provider, an agent, a model, a folder, a theme. With file and line. */
export async function memberProblems(layers: readonly FileLayer[], world: MemberWorld): Promise<string[]> {
	const checks = await memberChecks(world);
	const problems: string[] = [];
	for (const layer of layers) {
		for (const [key, check] of Object.entries(checks)) {
			const path = key.split(".");
			for (const { member, at } of listMembers(lookup(layer.tree, path))) {
				const problem = await check(member);
				if (problem !== undefined) problems.push(`${place(layer, [...path, ...at])}${key}: ${problem}`);
			}
		}
		problems.push(...(await roleProblems(layer, world)));
	}
	return problems;
}

async function memberChecks({ host, agentDir, settings, gate, registry, sourceIds }: MemberWorld) {
	const { agents } = await findAgents({ host, agentDir, settings, gate }, host.cwd);
	const models = await registry.all();
	const compare = () => 0;
	const segment: CheckMember = (name) =>
		silentSegmentNames.includes(name)
			? `the segment ${name} shows nothing yet`
			: oneOf("a segment", statusSegmentNames)(name);
	const theme = oneOf("a theme", await listThemes(join(agentDir, "themes")));
	const provider = oneOf("a provider", [...registry.providerIds(), ...sourceIds]);
	const searchProvider = oneOf(
		"a search provider",
		searchProviders.map(({ id }) => id),
	);
	return {
		"theme.dark": theme,
		"theme.light": theme,
		"statusLine.leftSegments": segment,
		"statusLine.rightSegments": segment,
		enabledModels: (pattern) =>
			narrowModels([pattern], models, { compare, equivalence: registry.equivalence }).length > 0
				? undefined
				: `no model fits ${quoted(pattern)}`,
		disabledProviders: provider,
		modelProviderOrder: provider,
		"providers.webSearchOrder": searchProvider,
		"providers.webSearchExclude": searchProvider,
		"task.disabledAgents": (name) =>
			findAgent(agents, name)
				? undefined
				: oneOf(
						"an agent",
						agents.map((agent) => agent.name),
					)(name),
		"skills.customDirectories": (folder) =>
			isFolder(resolve(host.cwd, folder.replace(/^~(?=\/|$)/, host.home)))
				? undefined
				: `${folder} is not a folder that is there`,
	} satisfies Readonly<Record<string, CheckMember>> as Readonly<Record<string, CheckMember>>;
}

function oneOf(what: string, known: readonly string[]): CheckMember {
	return (member) => {
		if (known.includes(member)) return undefined;
		const [similar] = nearest(member, known);
		return `${quoted(member)} is not ${what} that is known${similar === undefined ? "" : `; did you mean ${similar}?`}`;
	};
}

/** Models of roles that cannot be had; of the default role with the one that is used instead. */
async function roleProblems(layer: FileLayer, { registry, settings }: MemberWorld): Promise<string[]> {
	const written = lookup(layer.tree, ["modelRoles"]);
	if (!isRecord(written)) return [];
	const roles = sessionRoles(settings);
	const problems: string[] = [];
	for (const [role, selector] of Object.entries(written)) {
		// What another role has is said of that one.
		if (typeof selector !== "string" || roles.selectors[role] !== selector || roleIn(selector, roles)) continue;
		const problem = role === "default" ? await defaultProblem() : await otherProblem(role, selector);
		if (problem !== undefined) problems.push(`${place(layer, ["modelRoles", role])}${problem}`);
	}
	return problems;

	async function defaultProblem(): Promise<string | undefined> {
		const found = await resolveInitialModel(registry, { roles });
		return found.kind === "refused" ? found.message : found.notice;
	}

	async function otherProblem(role: string, selector: string): Promise<string | undefined> {
		const why = await whyNoModel(selector, registry, { roles });
		return why === undefined ? undefined : `modelRoles.${role}: ${why}`;
	}
}

/** Texts of a list with their index, those of its mappings for some folders, or one text. */
function listMembers(value: unknown): Array<{ readonly member: string; readonly at: readonly string[] }> {
	if (typeof value === "string") return [{ member: value, at: [] }];
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry: unknown, index) => {
		if (typeof entry === "string") return [{ member: entry, at: [String(index)] }];
		if (!isRecord(entry)) return [];
		const { models, providers, values, items } = entry;
		return [models, providers, values, items]
			.flat()
			.flatMap((member) => (typeof member === "string" ? [{ member, at: [String(index)] }] : []));
	});
}

function place({ path, text }: FileLayer, key: readonly string[]): string {
	const line = findYamlLine(
		text,
		[key, key.slice(0, -1), [key.join(".")]].filter(({ length }) => length > 0),
	);
	return `${path}${line === undefined ? "" : `:${line}`}: `;
}

function quoted(text: string): string {
	return JSON.stringify(text.slice(0, 80));
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
