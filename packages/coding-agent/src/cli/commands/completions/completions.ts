import { CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand, CommandEntry } from "../../../startup/command-entry.ts";
import { bashCompletions } from "./bash.ts";
import { type CompletionSpec, completionSpec } from "./completion-spec.ts";
import { fishCompletions } from "./fish.ts";
import { zshCompletions } from "./zsh.ts";

const shells: Readonly<Record<string, (spec: CompletionSpec) => string>> = {
	bash: bashCompletions,
	zsh: zshCompletions,
	fish: fishCompletions,
};

const usage = `USAGE
  omp completions <bash | zsh | fish>

  bash   source <(omp completions bash)                                    in ~/.bashrc
  zsh    source <(omp completions zsh)                                     in ~/.zshrc
  fish   omp completions fish > ~/.config/fish/completions/omp.fish
`;

/** Prints a shell completion script. */
export const createCompletionsCommand =
	(commands: readonly CommandEntry[]): CliCommand =>
	async (argv, _host, io) => {
		const [name = ""] = argv;
		if (name === "--help" || name === "-h") {
			await io.stdout.write(usage);
			return 0;
		}
		const script = Object.hasOwn(shells, name) ? shells[name] : undefined;
		if (!script) {
			throw new CommandUsageError("completions", `Expected shell to be one of: bash, zsh, fish; got "${name}"`, usage);
		}
		const { launchFlags } = await import("../../../startup/flags.data.ts");
		await io.stdout.write(script(await completionSpec(launchFlags, commands)));
		return 0;
	};
