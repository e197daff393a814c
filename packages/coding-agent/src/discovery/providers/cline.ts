import { join } from "node:path";
import { rules } from "../capabilities/rules.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { walk } from "../contract/load-context.ts";
import { commandFiles } from "../files/command-files.ts";
import { ruleFile, ruleFiles } from "../files/rule-files.ts";

const identity = { id: "cline", displayName: "Cline" };

export const clineProvider: DiscoveryProvider = {
	...identity,
	description: "The nearest .clinerules, a file or a folder, and its workflows",
	priority: 40,
	loads: {
		...loads(rules, async (context) => {
			for (const folder of walk(context)) {
				const place = { path: join(folder, ".clinerules"), level: "project" } as const;
				if ((await context.files.names(place.path)) !== undefined) {
					return ruleFiles(identity, [place], context, {
						suffixes: [".md"],
						translate: ({ paths, ...fields }) => (paths === undefined ? fields : { globs: paths, ...fields }),
					});
				}
				const file = await ruleFile(identity, place, context, { name: "clinerules" });
				if (file.items.length > 0) return file;
			}
			return { items: [] };
		}),
		...loads(slashCommandFiles, async (context) => {
			for (const folder of walk(context)) {
				const path = join(folder, ".clinerules", "workflows");
				if (context.files.isFolder(path)) return commandFiles(identity, [{ path, level: "project" }], context);
			}
			return { items: [] };
		}),
	},
};
