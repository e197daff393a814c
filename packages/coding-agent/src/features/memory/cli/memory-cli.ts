import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { backends } from "../backends/backends.ts";
import type { BackendKind, MemoryBackend } from "../contract/memory-backend.ts";
import { memorySettings } from "../settings/memory.ts";
import { type MemoryAction, memoryActions, memoryFlags, memoryUsage } from "./memory-arguments.ts";
import { runMemoryAction } from "./run-action.ts";

/** `omp memory`: what the owner of the memories can do without a session. */
export const memoryCli: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, memoryFlags);
	if (args.flags.has("help")) {
		await io.stdout.write(memoryUsage);
		return 0;
	}
	const [action = "list", ...words] = [...args.messages, ...args.files.map((path) => `@${path}`)];
	if (!isAction(action)) {
		const names = memoryActions.map(({ name }) => name).join(", ");
		throw new UsageError(`Expected action to be one of: ${names}; got "${action}"`);
	}
	const prepared = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	const { settings, agentDir } = prepared;
	const named = args.flags.get("backend");
	const kind = typeof named === "string" ? named : settings.get(memorySettings.backend);
	if (kind === "off") {
		throw new CliError(
			"Memory is off. Switch it on with: omp config set memory.backend mnemopi\nTo look at what an earlier setting has stored: omp memory --backend mnemopi",
		);
	}
	const place = {
		...{ agentDir, settings, host: prepared.host },
		cwd: prepared.host.cwd,
		warn: (text: string) => void io.stderr.write(`${foreignText(io.stderr, text)}\n`),
	};
	try {
		await using backend = await openBackend(kind as BackendKind, place);
		return await runMemoryAction(action, words, args, {
			maintenance: backend.maintenance,
			io,
			cwd: place.cwd,
			now: host.now,
		});
	} catch (error) {
		if (error instanceof CliError || error instanceof UsageError) throw error;
		throw new CliError(foreignText(io.stderr, errorMessage(error)), { cause: error });
	}
};

async function openBackend(
	kind: BackendKind,
	place: Parameters<Awaited<ReturnType<NonNullable<(typeof backends)[BackendKind]>>>>[0],
): Promise<MemoryBackend> {
	const load = backends[kind];
	if (!load) throw new CliError(`There is no memory backend "${kind}" in this version of omp.`);
	return (await load())(place);
}

function isAction(word: string): word is MemoryAction {
	return memoryActions.some(({ name }) => name === word);
}
