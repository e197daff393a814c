import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";
import type { EntryName, OpenEntry, OpenOptions, PromptOptions } from "./entry-point.ts";

/** The same question for every entry point: files, a script for the model, a prompt, and what must have happened. */
export interface Probe {
	/** A sentence about what users can rely on. */
	readonly name: string;
	/** Files in the project. */
	readonly files?: Readonly<Record<string, string>>;
	/** Files in the home folder. */
	readonly home?: Readonly<Record<string, string>>;
	/** Lines of the user's `config.yml`. Without it, nothing is asked about. */
	readonly settings?: string;
	readonly replies?: readonly Reply[];
	/** Answers by the request, where their order differs between entry points. */
	readonly otherwise?: (body: Record<string, unknown>) => Reply;
	/** Tools that the probe calls. */
	readonly tools?: readonly string[];
	/** Why an entry point cannot have this. */
	readonly notApplicable?: Partial<Record<EntryName, string>>;
	run(world: ProbeWorld): Promise<void>;
}

export interface ProbeWorld {
	readonly entry: EntryName;
	readonly omp: OmpProject;
	open(options?: Partial<OpenOptions>): Promise<OpenEntry>;
	/** Opens, sends one prompt and closes; gives what the user was told. */
	ask(text: string, options?: Partial<OpenOptions> & PromptOptions): Promise<string>;
}
