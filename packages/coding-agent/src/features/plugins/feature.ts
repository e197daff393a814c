import type { Feature } from "../contract/feature.ts";

/** Packages of skills, commands, agents, hooks and servers: `/plugins`, `/marketplace` and `/reload-plugins`. */
export const pluginsFeature: Feature = {
	name: "plugins",
	async commands() {
		const [{ pluginsCommand, reloadPluginsCommand }, { marketplaceCommand }] = await Promise.all([
			import("./commands/plugins.ts"),
			import("./commands/marketplace.ts"),
		]);
		return [pluginsCommand, marketplaceCommand, reloadPluginsCommand];
	},
};
