import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { availableThinkingLevels } from "../../conversation/queries/thinking-levels.ts";
import type { PlainLines } from "../contract/dialog.ts";
import type { LoginWish, ModelManagerOptions } from "./model-manager.ts";
import { assignRole, roleNames, roleRows } from "./model-roles.ts";
import { modelFacts } from "./model-words.ts";

/** A model, then what it is for; or a provider to log in to. */
export async function modelsPlainly(
	{ providers, settings, use }: ModelManagerOptions,
	lines: PlainLines,
): Promise<LoginWish | undefined> {
	const usable = providers.filter(({ whyNot }) => whyNot === undefined);
	const set = roleRows(settings).flatMap((row) =>
		row.kind === "role" && row.selector ? `${row.role}: ${row.selector}` : [],
	);
	if (set.length > 0) lines.say(`Roles: ${set.join(", ")}`);
	const models = usable.flatMap((provider) => provider.models);
	const model = await lines.choose<Model | "login">("Models", [
		...models.map((value) => ({ value, label: selectorOf(value), description: modelFacts(value, []) })),
		{ value: "login" as const, label: "Log in to another provider" },
	]);
	if (model === undefined) return undefined;
	if (model === "login") {
		const others = providers.filter(({ whyNot }) => whyNot !== undefined);
		const login = await lines.choose(
			"Provider",
			others.map(({ id, name }) => ({ value: id, label: id, description: name })),
		);
		return login === undefined ? undefined : { login };
	}
	const role = await lines.choose(`Use ${selectorOf(model)} as`, [
		{ value: "", label: "this session's model only" },
		...roleNames(settings).map((name) => ({ value: name, label: name })),
	]);
	if (role === undefined) return undefined;
	const levels = availableThinkingLevels(model).map((value) => ({ value, label: value }));
	const level = model.reasoning ? await lines.choose("Thinking level (empty for the default)", levels) : undefined;
	if (role !== "") lines.say(`${role} = ${assignRole(settings, role, model, level)}`);
	if (role === "" || role === "default") use(model, level);
	return undefined;
}
