import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { type ParsedArgs, parseArgs } from "../../../startup/parse-args.ts";
import { gatewayFlags, gatewayHelp } from "./flags.data.ts";

export type GatewayAction = (args: ParsedArgs, host: Host, io: CliIo) => Promise<number>;

const actions: Readonly<Record<string, () => Promise<GatewayAction>>> = {
	serve: async () => (await import("./serve.ts")).serveGateway,
	token: async () => (await import("./token.ts")).gatewayToken,
	key: async () => (await import("./key.ts")).gatewayKey,
	status: async () => (await import("./status.ts")).gatewayStatus,
	check: async () => (await import("./check.ts")).checkGateway,
	service: async () => (await import("./service.ts")).gatewayServiceFiles,
};

export const gatewayActions = Object.keys(actions);

export const authGateway: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, gatewayFlags);
	const [name, ...words] = args.messages;
	if (args.flags.has("help") || name === undefined) {
		await io.stdout.write(gatewayHelp);
		return args.flags.has("help") ? 0 : 1;
	}
	const load = Object.hasOwn(actions, name) ? actions[name] : undefined;
	if (!load) {
		const problem = `Unknown action "${name}". Known: ${gatewayActions.join(", ")}`;
		throw new CommandUsageError("auth-gateway", problem, gatewayHelp);
	}
	const run = await load();
	return run({ ...args, messages: words }, host, io);
};
