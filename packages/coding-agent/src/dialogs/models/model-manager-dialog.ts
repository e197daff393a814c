import type { Dialog } from "../contract/dialog.ts";
import { type LoginWish, ModelManager, type ModelManagerOptions } from "./model-manager.ts";
import { modelsPlainly } from "./models-plainly.ts";

/** Shows all models by provider and says which plays which role. */
export function modelManagerDialog(options: ModelManagerOptions): Dialog<LoginWish> {
	return {
		title: "Models",
		fillsScreen: true,
		open: (context) => new ModelManager(options, context),
		plain: (lines) => modelsPlainly(options, lines),
	};
}
