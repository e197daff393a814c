import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import type { WorkTree } from "@oh-my-pi/pi-policy/work-tree/work-tree";
import type { BoxService } from "../box/box-service.ts";
import type { EditPorts } from "../edit/edit-ports.ts";
import type { ConsolePort } from "../services/console-port.ts";
import type { EditMode } from "../services/edit-mode.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { Interceptor } from "./command-line/interceptor.ts";
import type { AsyncPorts } from "./job-routes.ts";
import type { MinimizeOptions } from "./minimize/minimize.ts";
import type { bashParameters } from "./parameters.ts";
import type { RunPorts } from "./run/run-command.ts";

export interface BashOptions extends Omit<RunPorts, "quietEnv"> {
	/** The box that commands run in; absent where there is none. */
	readonly box?: BoxService;
	/** Hooks or settings of a folder's repository make git run programs, and the user did not agree to that. */
	readonly isGitUntrusted?: (cwd?: string) => Promise<boolean>;
	/** Tells whether a command would delete work; without it, whatever deletes files asks. */
	readonly workTree?: WorkTree;
	/** The session's folder, asked anew for each call. */
	readonly cwd: () => string;
	readonly home: string;
	/** Where omp keeps its keys. */
	readonly agentDir?: string;
	readonly defaultTimeoutSeconds: number;
	/** The user's cap on all tools; 0 is none. */
	readonly maxTimeoutSeconds?: number;
	/** Leaves a trailing `| head` or `| tail` to the shell. */
	readonly keepsHeadTail?: boolean;
	/** The user's rules for commands. */
	readonly commandRules?: () => readonly CommandRule[];
	/** Sends the model to another tool where that does the same better. */
	readonly interceptor?: Interceptor;
	readonly urls?: UrlRouter;
	/** Leaves out what programs print without anyone reading it; absent when it is switched off. */
	readonly minimizer?: () => MinimizeOptions;
	/** Where a program with a terminal can be shown; gives nothing when there is no screen. */
	readonly console?: () => ConsolePort | undefined;
	/** Present where commands may go on in the background. */
	readonly async?: AsyncPorts;
	/** What changes files, for a command that is a patch. */
	readonly edits?: EditPorts & { readonly mode: EditMode };
}

export interface BashDeps extends BashOptions {
	readonly run: RunPorts;
}

export type BashParams = FromSchema<typeof bashParameters>;
