import { boolean, integer, section, string } from "../setting.ts";

export const toolSettings = section("tools", {
	intentTracing: boolean({ default: true, label: "Intents", help: "Ask the model to say what each tool call is for." }),
});

export const readSettings = section("read", {
	defaultLimit: integer({
		default: 300,
		min: 1,
		max: 3000,
		label: "Read limit",
		help: "Lines shown when no range is named.",
	}),
});

export const shellSettings = section("", {
	shellPath: string({ default: "bash", label: "Shell", help: "The program that runs commands." }),
});
