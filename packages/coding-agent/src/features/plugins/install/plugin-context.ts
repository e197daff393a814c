import { existsSync } from "node:fs";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { type PluginPlaces, pluginPlaces } from "../../../plugins/state/plugin-folders.ts";
import { packagesOf } from "../../../process/host-packages.ts";
import { marketplaceSettings } from "../../../settings/sections/agent/session.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

/** What installing a plugin needs of a session. */
export function pluginContext({ host: sessionHost, folder }: Pick<OpenedConversation, "host" | "folder">): {
	readonly host: Host;
	readonly places: PluginPlaces;
	readonly tryExtensions: (modules: readonly string[]) => Promise<void>;
} {
	const host = { ...sessionHost, cwd: folder.path };
	return {
		host,
		places: pluginPlaces(host),
		async tryExtensions(modules) {
			if (modules.length === 0) return;
			const { tryExtensions } = await import("../../extensions/loading/try-extensions.ts");
			await tryExtensions(modules, packagesOf(host));
		},
	};
}

/** Skills, commands and rules of plugins are read anew. */
export async function reloadPlugins(session: OpenedConversation): Promise<void> {
	session.fileCommands.forget();
	await session.refreshPrompt();
}

/** Looks for new versions of plugins, where there are marketplaces. */
export async function updatePlugins(session: OpenedConversation): Promise<void> {
	const context = pluginContext(session);
	const mode = session.settings.get(marketplaceSettings.autoUpdate);
	if (mode === "off" || !existsSync(context.places.marketplacesFile)) return;
	const { autoUpdate } = await import("../../../plugins/marketplace/upgrade.ts");
	const { changeTrusted } = await import("../../../plugins/change-trusted.ts");
	const scope = context.places.project ? "project" : "user";
	const { value: upgrades } = await changeTrusted(context.places, scope, session.trust, () =>
		autoUpdate(mode, { ...context, gate: session.trust }),
	);
	if (upgrades.length === 0) return;
	const list = upgrades.map(({ id, from, to }) => `${id} ${from} → ${to}`).join(", ");
	const text =
		mode === "auto"
			? `Plugins upgraded: ${list}. Extensions of them count from the next start.`
			: `New versions of plugins: ${list}. Install them with /marketplace upgrade.`;
	session.conversation.notify("info", text, "plugins");
	if (mode === "auto") await reloadPlugins(session);
}
