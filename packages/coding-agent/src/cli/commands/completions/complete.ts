import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliCommand } from "../../../startup/command-entry.ts";

/** Candidates, one per line, with an optional description after a tab. `words`: the arguments before. */
type Completer = (host: Host, words: readonly string[]) => Promise<readonly string[]>;

const completers: Readonly<Record<string, () => Promise<Completer>>> = {
	models: async () => (await import("./models.ts")).completeModels,
	providers: async () => (await import("./models.ts")).completeProviders,
	settings: async () => (await import("./settings.ts")).completeSettings,
	sessions: async () => (await import("./sessions.ts")).completeSessions,
	tools: async () => (await import("./tools.ts")).completeTools,
};

/** Called by completion scripts: `omp __complete <kind> [words…]`. Never prints errors into the user's command line. */
export const complete: CliCommand = async ([kind = "", ...words], host, io) => {
	const load = Object.hasOwn(completers, kind) ? completers[kind] : undefined;
	try {
		const found = load ? await (await load())(host, words) : [];
		await io.stdout.write(found.map((line) => `${line}\n`).join(""));
	} catch {
		// On an error there are no candidates.
	}
	return 0;
};
