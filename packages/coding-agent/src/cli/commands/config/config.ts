import { resolveDirectories } from "../../../process/directories.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import type { ConfigAction } from "./config-context.ts";
import { configFlags, configUsage } from "./config-flags.data.ts";
import { getSetting } from "./get.ts";
import { initXdg } from "./init-xdg.ts";
import { listSettings } from "./list.ts";
import { printPath } from "./path.ts";
import { resetSetting } from "./reset.ts";
import { setSetting } from "./set.ts";
import { unsetSetting } from "./unset.ts";
import { wordsLast } from "./words-last.ts";

const actions: Readonly<Record<string, ConfigAction>> = {
	list: listSettings,
	get: getSetting,
	set: setSetting,
	reset: resetSetting,
	unset: unsetSetting,
	path: printPath,
	"init-xdg": initXdg,
};

/** Shows and changes settings. */
export const config: CliCommand = async (argv, host, io) => {
	const args = parseArgs(wordsLast(argv, configFlags), configFlags);
	if (args.flags.has("help")) {
		await io.stdout.write(configUsage);
		return 0;
	}
	const [name = "list", ...words] = args.messages;
	const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
	if (!action) {
		const names = Object.keys(actions).join(", ");
		throw new CommandUsageError("config", `Expected action to be one of: ${names}; got "${name}"`, configUsage);
	}
	const profile = args.flags.get("profile");
	const { agent: agentDir } = resolveDirectories(host, typeof profile === "string" ? profile : undefined);
	return action({ host, io, agentDir, words, json: args.flags.has("json") });
};
