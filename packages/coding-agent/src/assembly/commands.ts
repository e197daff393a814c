import { builtInCommands, type Commands } from "../commands/commands.ts";
import { features } from "../features/features.ts";

/** Every slash command: the built-in ones and those of features, to which others can be added. */
export function allCommands(): Commands {
	return builtInCommands(async () =>
		(await Promise.all(features.map(({ commands }) => commands?.()))).flatMap((some) => some ?? []),
	);
}
