import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { LoadContext } from "../../../discovery/contract/capability.ts";
import type { FeatureTrustKind } from "../../../trust/kinds.ts";
import { findWatchdogFiles } from "./watchdog-files.ts";

/** One advisor as `WATCHDOG.yml` defines it. */
export interface AdvisorEntry {
	readonly name: string;
	readonly enabled: boolean;
	/** A selector or role; the role `advisor` by default. */
	readonly model?: string;
	/** Beside `advise`; those that only look by default. */
	readonly tools?: readonly string[];
	readonly instructions?: string;
}

export interface AdvisorList {
	/** For all of them. */
	readonly instructions: readonly string[];
	readonly advisors: readonly AdvisorEntry[];
	readonly warnings: readonly string[];
}

export const advisorKind: FeatureTrustKind = { kind: "advisor", title: "Advisors" };

const maxAdvisors = 8;

/** The advisors of `WATCHDOG.yml`, where a nearer file replaces an advisor of the same name. One of a project needs trust. */
export async function loadAdvisorList(context: LoadContext): Promise<AdvisorList> {
	const instructions: string[] = [];
	const byName = new Map<string, AdvisorEntry>();
	const warnings: string[] = [];
	for (const { path, content, level } of await findWatchdogFiles("WATCHDOG.yml", context)) {
		try {
			const parsed = await parseAdvisorList(content, path);
			const effects = [
				`defines advisors, which send the session to a model: ${parsed.advisors.map(describe).join("; ")}`,
			];
			const claim = { ...advisorKind, path, content, shown: content.slice(0, 4000), effects };
			if (level === "project" && !context.gate.admits(claim)) continue;
			if (parsed.instructions !== undefined) instructions.push(parsed.instructions);
			for (const entry of parsed.advisors) byName.set(entry.name.toLowerCase(), entry);
		} catch (error) {
			warnings.push(`${path} was skipped: ${errorMessage(error)}`);
		}
	}
	const enabled = [...byName.values()].filter((entry) => entry.enabled);
	if (enabled.length > maxAdvisors) warnings.push(`Only the first ${maxAdvisors} of ${enabled.length} advisors run.`);
	return { instructions, advisors: enabled.slice(0, maxAdvisors), warnings };
}

export async function parseAdvisorList(
	text: string,
	path: string,
): Promise<{ readonly instructions?: string; readonly advisors: readonly AdvisorEntry[] }> {
	const yaml = await parseYaml(text, path);
	if ("problem" in yaml) throw new Error(yaml.problem);
	const { value } = yaml;
	if (!isRecord(value)) throw new Error("expected instructions and advisors");
	const { instructions, advisors } = value;
	if (instructions !== undefined && typeof instructions !== "string") throw new Error("instructions must be a text");
	if (!Array.isArray(advisors)) throw new Error("advisors must be a list of {name, model, tools, instructions}");
	return {
		...(typeof instructions === "string" && instructions.trim() !== "" && { instructions: instructions.trim() }),
		advisors: advisors.map(parseEntry),
	};
}

function parseEntry(value: unknown, index: number): AdvisorEntry {
	const where = `advisors[${index}]`;
	if (!isRecord(value)) throw new Error(`${where} must have a name`);
	const { name, enabled = true, model, tools, instructions } = value;
	if (typeof name !== "string" || buildSlug(name) === "") throw new Error(`${where}.name must be a text with letters`);
	if (typeof enabled !== "boolean") throw new Error(`${where}.enabled must be true or false`);
	if (model !== undefined && typeof model !== "string") throw new Error(`${where}.model must be a text`);
	if (instructions !== undefined && typeof instructions !== "string")
		throw new Error(`${where}.instructions must be a text`);
	if (tools !== undefined && !isTextList(tools)) throw new Error(`${where}.tools must be a list of names`);
	return {
		name: name.trim(),
		enabled,
		...(model !== undefined && { model }),
		...(tools !== undefined && { tools }),
		...(instructions !== undefined && instructions.trim() !== "" && { instructions: instructions.trim() }),
	};
}

/** The name as part of a file name. */
export function buildSlug(name: string): string {
	return name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-|-$/g, "")
		.slice(0, 40);
}

function isTextList(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function describe({ name, model = "role advisor", tools }: AdvisorEntry): string {
	return `${name} (${model}${tools ? `, tools ${tools.join(", ")}` : ""})`;
}
