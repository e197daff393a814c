import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { type ParsedArgs, parseArgs } from "../../../startup/parse-args.ts";
import { brokerFlags, brokerHelp } from "./flags.data.ts";

export type BrokerAction = (args: ParsedArgs, host: Host, io: CliIo) => Promise<number>;

/** `refresh` is what the broker starts for itself. */
const actions: Readonly<Record<string, () => Promise<BrokerAction>>> = {
	serve: async () => (await import("./serve.ts")).serveBroker,
	token: async () => (await import("./token.ts")).brokerToken,
	login: async () => (await import("./login.ts")).brokerLogin,
	logout: async () => (await import("./logout.ts")).brokerLogout,
	list: async () => (await import("./list.ts")).listHeld,
	import: async () => (await import("./import.ts")).importLogins,
	migrate: async () => (await import("./migrate.ts")).migrateAccounts,
	status: async () => (await import("./status.ts")).brokerStatus,
	service: async () => (await import("./service.ts")).brokerServiceFiles,
	refresh: async () => (await import("./refresh.ts")).refreshLogin,
};

export const brokerActions = Object.keys(actions).filter((name) => name !== "refresh");

export const authBroker: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, brokerFlags);
	const [name, ...words] = args.messages;
	if (args.flags.has("help") || name === undefined) {
		await io.stdout.write(brokerHelp);
		return args.flags.has("help") ? 0 : 1;
	}
	const load = Object.hasOwn(actions, name) ? actions[name] : undefined;
	if (!load) {
		const problem = `Unknown action "${name}". Known: ${brokerActions.join(", ")}`;
		throw new CommandUsageError("auth-broker", problem, brokerHelp);
	}
	const run = await load();
	return run({ ...args, messages: words }, host, io);
};
