import { expect, test } from "bun:test";
import "../../assembly/feature-settings.ts";
import { hindsightSettings } from "../../features/memory/settings/hindsight.ts";
import { allSettings } from "../catalog/all-settings.ts";
import { overridingVariables } from "./environment.data.ts";
import { readEnvironment } from "./environment.ts";

test("variables are parsed by the type of their setting", () => {
	expect(
		readEnvironment({
			PI_SMOL_MODEL: "haiku",
			PI_PY: "0",
			PI_EDIT_VARIANT: "patch",
			PI_INTENT_TRACING: "off",
			HINDSIGHT_API_URL: "http://memory",
			HINDSIGHT_RECALL_MAX_TOKENS: "10",
			SEARXNG_ENDPOINT: "http://search",
			SEARXNG_BASIC_USERNAME: "ada",
			HINDSIGHT_NOTHING: "x",
			PATH: "/bin",
			PI_JS: "",
		}),
	).toEqual({
		environment: {
			modelRoles: { smol: "haiku" },
			eval: { py: false },
			edit: { mode: "patch" },
			tools: { intentTracing: false },
			hindsight: { apiUrl: "http://memory", recallMaxTokens: 10 },
		},
		fallback: { searxng: { endpoint: "http://search", basicUsername: "ada" } },
		problems: [],
	});
});

test("an invalid variable is reported and ignored", () => {
	expect(readEnvironment({ PI_PY: "maybe" })).toEqual({
		environment: {},
		fallback: {},
		problems: ["PI_PY: Invalid boolean value: maybe. Use true/false, yes/no, on/off, or 1/0; the variable is ignored"],
	});
});

test("every variable maps to a setting, and every Hindsight key has a variable", () => {
	const keys = new Set(allSettings.map(({ key }) => key));
	const strangers = Object.values(overridingVariables).filter(
		(key) => !keys.has(key) && !key.startsWith("modelRoles."),
	);
	expect(strangers).toEqual([]);
	const values: Record<string, string> = { number: "1", boolean: "true", array: "[]", string: "x" };
	for (const [name, setting] of Object.entries(hindsightSettings)) {
		const variable = `HINDSIGHT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
		const text = "values" in setting ? setting.values?.[0] : values[setting.type];
		expect(Object.keys(readEnvironment({ [variable]: text }).environment)).toEqual(["hindsight"]);
	}
});
