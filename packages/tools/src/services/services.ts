import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import type { Shell } from "@oh-my-pi/pi-natives/shell/shell";
import type { PrivatePlaces, PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import type { WorkTree } from "@oh-my-pi/pi-policy/work-tree/work-tree";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { BoxService } from "../box/box-service.ts";
import type { Conflicts } from "../files/conflicts/conflict-index.ts";
import type { MutationPorts } from "../files/mutate/ports.ts";
import type { FileFinder } from "../files/open/file-finder.ts";
import type { AttachedImages } from "../formats/images/attached-images.ts";
import type { JobBoard } from "../jobs/job-board.ts";
import type { EvalHost } from "../kernels/host-bridge.ts";
import type { Runtimes } from "../kernels/runtimes.ts";
import type { ArtifactSpace } from "../output/artifact-space.ts";
import type { OutputLimits } from "../output/output-limits.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { ManagedSkills } from "../skills/managed-skills.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { AdvicePort, AgentService } from "./agent-service.ts";
import type { BrowserService } from "./browser-service.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { CommandTerminal } from "./command-terminal.ts";
import type { ConsolePort } from "./console-port.ts";
import type { DebugService } from "./debug-service.ts";
import type { EditMemory } from "./edit-memory.ts";
import type { EditMode } from "./edit-mode.ts";
import type { GithubService } from "./github-service.ts";
import type { GoalStore } from "./goal-store.ts";
import type { KeyService } from "./key-service.ts";
import type { LanguageService } from "./language-service.ts";
import type { MemoryService } from "./memory-service.ts";
import type { PendingActions } from "./pending-actions.ts";
import type { QuestionPort } from "./question.ts";
import type { SshService } from "./ssh-service.ts";
import type { TodoStore } from "./todo-store.ts";
import type { WebAccess } from "./web-access.ts";

/**
 * What the product offers to tools. Each names those it needs: `create: ({ shell }: Pick<ToolServices, "shell">) => …`. A
 * tool that needs something new adds a member here, and the compiler points at the place that has to provide it.
 */
export interface ToolServices {
	readonly settings: SettingsReader;
	readonly workspace: WorkspaceService;
	readonly files: FileService;
	readonly searching: { readonly finder: FileFinder; readonly ripgrep: Ripgrep };
	readonly output: OutputService;
	readonly urls: UrlRouter;
	readonly web: WebAccess;
	readonly conflicts: Conflicts;
	readonly images: ImageService;
	readonly vision: VisionService;
	/** How the model at hand edits, and what its edits remember. */
	readonly editing: { readonly mode: EditMode; readonly memory: EditMemory };
	readonly shell: ShellService;
	/** The box that programs run in; absent where there is none. */
	readonly box?: BoxService;
	/** Keys of services that tools call by themselves. */
	readonly keys: KeyService;
	readonly jobs: JobService;
	/** Programs that are kept running; absent where there may be none. */
	readonly processes?: ProcessService;
	/** Browser tabs; absent where there may be none. */
	readonly browsers?: BrowserService;
	/** Debuggers; absent where there may be none. */
	readonly debugging?: DebugService;
	readonly kernels: KernelService;
	readonly pending: PendingActions;
	readonly questions: QuestionService;
	readonly todos: TodoStore;
	/** Absent where no goal can be set. */
	readonly goals?: GoalStore;
	readonly checkpoints: Checkpoints;
	/** Other agents: to start, to write to, to report to. */
	readonly agents?: AgentService;
	/** Absent where nothing may be asked of GitHub. */
	readonly github?: GithubService;
	/** Other computers; absent where there may be none. */
	readonly ssh?: SshService;
	/** Language servers; absent where there may be none. */
	readonly languages?: LanguageService;
	/** Memory across sessions; absent while it is off. */
	readonly memory?: MemoryService;
	/** Skills that the agent writes; absent where it writes none. */
	readonly managedSkills?: ManagedSkills;
	/** Where notes about another conversation's work go; advisors only. */
	readonly advice?: AdvicePort;
	/** Puts placeholders in place of secrets in what a tool sends to a provider; absent where none are hidden. */
	readonly hideSecrets?: (text: string) => string;
	/** Whether a tool is in the next request. */
	readonly isOffered: (toolName: string) => boolean;
	/** Whether the model has this text in its context, as the result of an earlier call than this one. */
	readonly isResultAbove?: (callId: string, text: string) => boolean;
}

export interface WorkspaceService {
	/** The session's folder, asked anew for each call. */
	readonly cwd: () => string;
	readonly home: string;
	/** Where programs have a `/tmp` of their own. */
	readonly temporary?: PrivateTemporary | undefined;
	/** Where omp keeps its keys. */
	readonly agentDir?: string;
	/** Where the user and omp keep keys. */
	readonly keyPlaces?: PrivatePlaces | undefined;
	/** Hooks or settings of a folder's repository make git run programs, and the user did not agree to that. */
	readonly isGitUntrusted?: (cwd?: string) => Promise<boolean>;
	/** Tells whether a command would delete work. */
	readonly workTree?: WorkTree;
	/** What commands inherit. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
}

/** What changing files takes besides the workspace; see `MutationPorts`. */
export type FileService = Omit<MutationPorts, "cwd" | "home" | "temporary" | "keyPlaces" | "blockGenerated">;

export interface OutputService {
	/** Where long output is kept; without it, it is only cut. */
	readonly artifacts?: ArtifactSpace;
	readonly limits: OutputLimits;
}

export interface ImageService {
	readonly autoResize: boolean;
	/** The user wants no image to leave the machine. */
	readonly blocked: boolean;
	/** `inspect_image` is there to look at images. */
	readonly inspectedElsewhere: () => boolean;
}

/** Who sees images, and which there are. */
export interface VisionService {
	/** The session's model takes images itself. */
	readonly areSeen: () => boolean;
	/** Of the user's last message that has some. */
	readonly attached: () => AttachedImages;
	/** Shows an image to a model that sees; absent where there is none to ask. Throws a `ToolError` that says what is missing. */
	readonly ask?: (
		question: { readonly data: string; readonly mimeType: string; readonly question: string },
		signal: AbortSignal,
	) => Promise<{ readonly text: string; readonly model: string }>;
}

export interface KernelService {
	readonly runtimes: Runtimes;
	/** Whose variables these are. */
	readonly sessionId: () => string;
	/** What cells can ask of the session. */
	readonly host?: EvalHost;
}

export interface ShellService {
	readonly shell: Shell;
	/** Rules that allow commands until the session ends, each with the command because of which it was made. */
	readonly sessionRules?: () => ReadonlyArray<{ readonly match: string; readonly call: string }>;
	/** A terminal of the program that shows the session, where it has one for commands. */
	readonly terminal?: () => CommandTerminal | undefined;
	/** Where a program with a terminal can be shown; gives nothing when there is no screen. */
	readonly console?: () => ConsolePort | undefined;
}

export interface JobService {
	readonly board: JobBoard;
	/** Whose jobs these are. */
	readonly ownerId: string;
	/** Settles when something else wants the agent's attention than the jobs it waits for. */
	readonly interruption?: (signal: AbortSignal) => Promise<unknown>;
}

export interface ProcessService {
	/** Loaded when the first process is asked for, and shared by all conversations. */
	readonly load: () => Promise<Supervisor>;
	/** Whether it was asked for. */
	readonly isInUse: () => boolean;
	/** Whether there is a tool for them. */
	readonly isOn?: () => boolean;
}

export interface QuestionService {
	/** Absent while nobody is there to be asked. */
	readonly port: () => QuestionPort | undefined;
	/** Nobody answers in the user's place, however long it takes. */
	readonly mustWait: () => boolean;
	/** Aborts the current run. */
	readonly stopRun: () => void;
}
