import { choice, list, section } from "../setting.ts";

export const modelChoiceSettings = section("", {
	modelProviderOrder: list({
		default: [],
		label: "Provider order",
		help: "Which provider to prefer when several have a model.",
	}),
	enabledModels: list({
		default: [],
		label: "Enabled models",
		help: "Models to choose and cycle among, as selectors, globs or parts of a name; none means all.",
	}),
	disabledProviders: list({
		default: [],
		label: "Disabled providers",
		help: "Providers and discovery sources that are never used.",
	}),
});

export const providerSettings = section("providers", {
	kimiApiFormat: choice({
		default: "anthropic",
		values: ["openai", "anthropic"],
		label: "Kimi protocol",
		help: "How to speak to Kimi Code.",
	}),
});
