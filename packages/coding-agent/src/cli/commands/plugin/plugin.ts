import type { PluginScope } from "../../../plugins/state/plugin-folders.ts";
import { pluginPlaces } from "../../../plugins/state/plugin-folders.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { packagesOf } from "../../../process/host-packages.ts";
import { CliError, CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { config, disable, doctor, enable, features, list } from "./actions.ts";
import { install, link, uninstall } from "./install.ts";
import { discover, marketplace, upgrade } from "./marketplace.ts";
import type { PluginAction } from "./plugin-context.ts";
import { pluginFlags, pluginUsage } from "./plugin-flags.data.ts";

export const pluginActions: Readonly<Record<string, PluginAction>> = {
	list,
	install,
	uninstall,
	link,
	enable,
	disable,
	features,
	config,
	doctor,
	marketplace,
	discover,
	upgrade,
};

/** Installs and manages plugins. */
export const plugin: CliCommand = async (argv, host, io) => {
	// `@scope/package` is no file.
	const args = parseArgs(
		argv.map((token) => (token.startsWith("@") ? `\0${token}` : token)),
		pluginFlags,
	);
	if (args.flags.has("help")) {
		await io.stdout.write(pluginUsage);
		return 0;
	}
	const [name = "list", ...words] = args.messages.map((word) => word.replace("\0", ""));
	const action = Object.hasOwn(pluginActions, name) ? pluginActions[name] : undefined;
	if (!action) {
		const names = Object.keys(pluginActions).join(", ");
		throw new CommandUsageError("plugin", `Expected action to be one of: ${names}; got "${name}"`, pluginUsage);
	}
	const scopes: readonly PluginScope[] = ["user", "project"];
	try {
		return await action({
			host,
			io,
			agentDir: resolveDirectories(host).agent,
			places: pluginPlaces(host),
			words,
			args,
			json: args.flags.has("json"),
			scope: scopes.find((scope) => scope === args.flags.get("scope")),
			async tryExtensions(modules) {
				if (modules.length === 0) return;
				const { tryExtensions } = await import("../../../features/extensions/loading/try-extensions.ts");
				await tryExtensions(modules, packagesOf(host));
			},
		});
	} catch (error) {
		if (error instanceof CliError || !(error instanceof Error)) throw error;
		throw new CliError(error.message, { cause: error });
	}
};

/** `omp install …` */
export const installCommand: CliCommand = (argv, host, io) => plugin(["install", ...argv], host, io);
