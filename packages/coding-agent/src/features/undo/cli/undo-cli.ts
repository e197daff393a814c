import { join } from "node:path";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment, type SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { readSession } from "@oh-my-pi/pi-session/operations/open-session";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { once } from "@oh-my-pi/pi-utils/once";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { UndoArgumentError } from "../command/resolve-selection.ts";
import type { OpenUndoEngine, OpenUndoRecord, UndoOptions } from "../contract/undo-engine.ts";
import { userMessages } from "../session/user-messages.ts";
import { RecordedSession } from "./recorded-session.ts";
import { runUndoAction } from "./run-undo-action.ts";
import { type UndoAction, undoActions, undoFlags, undoUsage } from "./undo-arguments.ts";

/** `omp undo`: what a session changed in files, shown and taken back without opening the session. */
export const undoCli =
	({
		openEngine,
		openRecord,
	}: {
		readonly openEngine: OpenUndoEngine;
		readonly openRecord: OpenUndoRecord;
	}): CliCommand =>
	async (argv, host, io) => {
		const args = parseArgs(argv, undoFlags);
		if (args.flags.has("help")) {
			await io.stdout.write(undoUsage);
			return 0;
		}
		const [action = "list", ...words] = [...args.messages, ...args.files];
		if (!isAction(action)) {
			throw new UsageError(`Expected action to be one of: ${undoActions.join(", ")}; got "${action}"`);
		}
		const { host: prepared, agentDir } = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
		const named = args.flags.get("session");
		const environment = fileEnvironment(prepared, agentDir);
		const { file, id, cwd } = findSession(environment, prepared.cwd, typeof named === "string" ? named : undefined);
		const prompts = await readPrompts(environment, file);
		const options: UndoOptions = {
			workspace: cwd,
			home: prepared.home,
			base: join(agentDir, "undo"),
			ownFolders: [agentDir],
			sessionId: id,
			env: prepared.env,
			now: prepared.now,
			newId: () => prepared.newId(),
		};
		try {
			await using opened = new AsyncDisposableStack();
			const record = await openRecord(options);
			const openOnce = once(async () => {
				const engine = opened.use(await openEngine(options));
				for (const note of engine.notes) await io.stderr.write(`${foreignText(io.stderr, note)}\n`);
				return engine;
			});
			if (record.wasInterrupted && record.owner === undefined) await (await openOnce()).prepare();
			return await runUndoAction(action, words, {
				...{ io, cwd, session: new RecordedSession(record, prompts), openEngine: openOnce },
				json: args.flags.has("json"),
				dryRun: args.flags.has("dry-run"),
			});
		} catch (error) {
			if (error instanceof CliError || error instanceof UsageError) throw error;
			if (error instanceof UndoArgumentError) throw new UsageError(error.message);
			throw new CliError(foreignText(io.stderr, errorMessage(error)), { cause: error });
		}
	};

function isAction(text: string): text is UndoAction {
	return undoActions.some((action) => action === text);
}

function findSession(
	environment: SessionEnvironment,
	cwd: string,
	named: string | undefined,
): { readonly file: string; readonly id: string; readonly cwd: string } {
	const listing = new SessionListing(environment);
	const found =
		named === undefined
			? listing.list(cwd)[0]
			: listing.listAll().find(({ id, path }) => id.startsWith(named) || path.includes(`_${named}`));
	if (!found) {
		throw new CliError(
			named === undefined
				? `No session was found for ${cwd}. Name one with --session; omp sessions list --all shows them.`
				: `Session "${named}" not found.`,
		);
	}
	return { file: found.path, id: found.id, cwd: found.cwd || cwd };
}

async function readPrompts(environment: SessionEnvironment, file: string): Promise<ReadonlyMap<string, string>> {
	const log = readSession(environment, file);
	if (!log) return new Map();
	try {
		return userMessages(log.path());
	} finally {
		await log.close();
	}
}
