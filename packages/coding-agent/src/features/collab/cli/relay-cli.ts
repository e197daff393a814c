import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { jsonLines } from "../../../http-service/access-log.ts";
import { formatAddress, parseBind } from "../../../http-service/bind-address.ts";
import { startHttpService } from "../../../http-service/http-service.ts";
import { runService } from "../../../http-service/run-service.ts";
import { ServiceError } from "../../../http-service/service-error.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { maxFrameBytes } from "../protocol/limits.data.ts";
import { relayRoutes } from "../relay/relay-routes.ts";
import { ShareStore, shareLimits } from "../relay/share-store.ts";
import { relayFlags } from "./relay-flags.ts";

export const defaultBind = { host: "127.0.0.1", port: 7475 };

const usage = `USAGE
  omp collab relay [--bind=<host:port>] [--host=<name>] [--token-file=<path>] [--shares=<folder>] [--log]

  Passes sealed frames between a shared session and its guests, serves their page, and keeps sealed sessions for
  /share. It cannot read any of them. For other machines, put a proxy with TLS in front and name it with --host, or
  listen there with --bind and --token-file (or OMP_COLLAB_TOKEN): hosts need the token, guests only their link.
`;

/** `omp collab relay` */
export const collabCli: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, relayFlags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const [action, ...more] = args.messages;
	if (action !== "relay" || more.length > 0) throw new UsageError(`expected: omp collab relay [--bind=<host:port>]`);
	const bindText = args.flags.get("bind");
	const token = await readToken(host, args.flags.get("token-file"));
	const sharesFolder = args.flags.get("shares");
	const folder =
		typeof sharesFolder === "string"
			? resolve(host.cwd, sharesFolder)
			: join(resolveDirectories(host).config, "collab", "shares");
	try {
		const bind = typeof bindText === "string" ? parseBind(bindText, defaultBind) : defaultBind;
		const service = startHttpService({
			bind,
			routes: relayRoutes({ shares: new ShareStore(folder, shareLimits, host.now), token }),
			...(token !== undefined && { tokens: () => [{ client: "host", token }] }),
			hosts: args.lists.get("host") ?? [],
			// A page that is elsewhere (collab.webUrl) joins with its link; the routes refuse it what hosts do.
			allowsOrigin: () => true,
			limits: {
				maxMessageBytes: maxFrameBytes,
				maxSocketBufferBytes: 32 * 1024 * 1024,
				maxSockets: 2000,
				graceMs: 1000,
			},
			now: host.now,
			...(args.flags.has("log") && { log: jsonLines((line) => void io.stderr.write(line)) }),
		});
		const address = formatAddress({ host: bind.host, port: service.port });
		await io.stdout.write(`Relay on ${address}. Hosts: omp config set collab.relayUrl ws://${address}\n`);
		await runService(service, io);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		throw new CliError(`${error.message}. Choose another address with --bind`, { cause: error });
	}
	return 0;
};

async function readToken(host: Host, file: string | true | undefined): Promise<string | undefined> {
	if (typeof file !== "string") return host.env.OMP_COLLAB_TOKEN || undefined;
	const path = resolve(host.cwd, file);
	const text = await readFile(path, "utf8").catch((error: unknown) => {
		throw new CliError(`The token cannot be read from ${path}`, { cause: error });
	});
	if (text.trim() === "") throw new CliError(`${path} holds no token`);
	return text.trim();
}
