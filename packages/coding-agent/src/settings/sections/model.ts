import { choice, record, section } from "../setting.ts";

export const modelSettings = section("", {
	defaultThinkingLevel: choice({
		default: "high",
		values: ["minimal", "low", "medium", "high", "xhigh", "max", "auto"],
		label: "Thinking",
		help: "How hard a model thinks unless told otherwise.",
	}),
	modelRoles: record({ default: {}, label: "Model roles", help: "Which model does what: role to selector." }),
});
