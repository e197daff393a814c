import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { Settings } from "../../settings/settings.ts";
import type { Dialog } from "../dialog.ts";
import { ModelManager } from "./model-manager.ts";
import type { ProviderModels } from "./model-sources.ts";
import { modelsPlainly } from "./models-plainly.ts";

export interface ModelManagerOptions {
	readonly providers: readonly ProviderModels[];
	readonly settings: Settings;
	/** Tokens a second by selector, as far as they have been measured. */
	readonly speeds?: ReadonlyMap<string, number>;
	/** The session's model. */
	readonly current: () => Model | undefined;
	/** The session goes on with another model. */
	readonly use: (model: Model, level: ThinkingLevel | undefined) => void;
}

/** A provider the user wants to log in to; everything else is done in the dialog. */
export interface LoginWish {
	readonly login: string;
}

/** Shows all models by provider and says which plays which role. */
export function modelManagerDialog(options: ModelManagerOptions): Dialog<LoginWish> {
	return {
		title: "Models",
		fillsScreen: true,
		open: (context) => new ModelManager(options, context),
		plain: (lines) => modelsPlainly(options, lines),
	};
}
