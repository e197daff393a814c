import { resolve } from "node:path";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { readSession } from "@oh-my-pi/pi-session/operations/open-session";
import { resolveDirectories } from "../../process/directories.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError, CommandUsageError } from "../../process/usage-error.ts";
import { loadSettings } from "../../settings/load/load-settings.ts";
import { shareSettings } from "../../settings/sections/services/collab.ts";
import { localSharePorts } from "../../share/local-share-ports.ts";
import { ShareConsent } from "../../share/share-consent.ts";
import { ShareError } from "../../share/share-error.ts";
import { type SharePorts, shareSession } from "../../share/share-session.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { findSessionFile } from "./sessions/find-session-file.ts";

export const flags = [
	{ name: "gist", kind: "boolean", help: "Upload to your own GitHub gist, with gh" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp share <id or file> [--gist]

  Encrypts a session, uploads it and prints a link. Anyone with the link can read it; the server cannot.
`;

export const share: CliCommand = (argv, host, io) => shareWith(localSharePorts, argv, host, io);

export async function shareWith(ports: SharePorts, ...[argv, host, io]: Parameters<CliCommand>): Promise<number> {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const [wanted, ...more] = args.messages;
	if (wanted === undefined || more.length > 0) throw new CommandUsageError("share", "Expected one session", usage);
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	if (args.flags.has("gist")) settings.override(shareSettings.store, "gist");
	const environment = fileEnvironment(host, agentDir);
	const file = findSessionFile(resolve(host.cwd, wanted), wanted, environment, new SessionListing(environment));
	const log = readSession(environment, file);
	if (!log) throw new CliError(`Not a session file: ${file}`);
	await obtainConsent(new ShareConsent(agentDir), settings.get(shareSettings.serverUrl), io);
	try {
		const url = await shareSession({ conversation: { log, systemPrompt: [], tools: [] }, settings, host }, ports);
		await io.stdout.write(`${url}\n`);
		return 0;
	} catch (error) {
		if (!(error instanceof ShareError)) throw error;
		throw new CliError(`${error.message}\nTo export a local HTML page: omp --export ${file}`);
	}
}

async function obtainConsent(consent: ShareConsent, server: string, { ask }: CliIo): Promise<void> {
	// Without a server there is no upload, so no consent is needed.
	if (server === "" || (await consent.isGranted(server))) return;
	const what = `This uploads the session, encrypted, to ${server}.`;
	if (!ask) throw new CliError(`${what} Agree to that once at a terminal, or with /share in a session.`);
	if (!/^y/i.test(await ask(`${what} Continue? [y/N]`))) throw new CliError("Nothing was uploaded.");
	await consent.give(server);
}
