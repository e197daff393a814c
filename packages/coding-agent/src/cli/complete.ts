import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliCommand } from "./command-entry.ts";

/** What fits, a word each, with a description behind a tab where there is one. `words`: those typed before. */
type Completer = (host: Host, words: readonly string[]) => Promise<readonly string[]>;

const completers: Readonly<Record<string, () => Promise<Completer>>> = {
	models: async () => (await import("./completions/models.ts")).completeModels,
	providers: async () => (await import("./completions/models.ts")).completeProviders,
	settings: async () => (await import("./completions/settings.ts")).completeSettings,
	sessions: async () => (await import("./completions/sessions.ts")).completeSessions,
	tools: async () => (await import("./completions/tools.ts")).completeTools,
};

/** Answers completion scripts: `omp __complete <kind> [words…]`. A shell that completes is no place for errors. */
export const complete: CliCommand = async ([kind = "", ...words], host, io) => {
	const load = Object.hasOwn(completers, kind) ? completers[kind] : undefined;
	try {
		const found = load ? await (await load())(host, words) : [];
		await io.stdout.write(found.map((line) => `${line}\n`).join(""));
	} catch {
		// Nothing is offered where nothing can be read.
	}
	return 0;
};
