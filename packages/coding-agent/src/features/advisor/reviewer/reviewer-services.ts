import { ConflictIndex } from "@oh-my-pi/pi-tools/files/conflicts/conflict-index";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { Runtimes } from "@oh-my-pi/pi-tools/kernels/runtimes";
import { PendingQueue } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";

type PrimaryServices = Omit<ToolServices, "editing">;

/** What the tools of an advisor have started: it ends with the advisor. */
export interface ReviewerProcesses extends AsyncDisposable {
	readonly id: string;
	readonly jobs: JobBoard;
	readonly runtimes: Runtimes;
}

export function reviewerProcesses(
	id: string,
	{ workspace: { home, env, now }, box }: Pick<PrimaryServices, "workspace" | "box">,
	newId: () => string,
): ReviewerProcesses {
	const jobs = new JobBoard({ now });
	// A project's virtual environment may run for the primary when the user has agreed; nobody has for an advisor.
	const runtimes = new Runtimes({ home, env, now, newId, admitsPython: () => false, box: () => box });
	return {
		...{ id, jobs, runtimes },
		async [Symbol.asyncDispose]() {
			await Promise.all([jobs[Symbol.asyncDispose](), runtimes[Symbol.asyncDispose]()]);
		},
	};
}

/**
 * What the tools of an advisor get. They see the project as the primary does; everything that a conversation keeps is their own and
 * empty, and what would reach beyond looking is absent. A new service is absent until it is named here.
 */
export function reviewerServices(
	primary: PrimaryServices,
	{ id, jobs, runtimes }: ReviewerProcesses,
): Omit<ToolServices, "editing" | "isOffered"> {
	const { settings, workspace, searching, urls, web, images, vision, keys } = primary;
	const { box, languages, github, hideSecrets } = primary;
	const { editor } = primary.files;
	return {
		...{ settings, workspace, searching, urls, web, images, vision, keys },
		...(box && { box }),
		...(languages && { languages }),
		...(github && { github }),
		...(hideSecrets && { hideSecrets }),
		files: { snapshots: new SnapshotStore(), isTreeReadOnly: () => true, ...(editor && { editor }) },
		output: { limits: primary.output.limits },
		conflicts: new ConflictIndex(),
		// Each command in a shell of its own: exports and functions of the primary's stay as they are.
		shell: { shell: { run: (command, options) => primary.shell.shell.run(command, { ...options, apart: true }) } },
		jobs: { board: jobs, ownerId: id },
		kernels: { runtimes, sessionId: () => id },
		pending: new PendingQueue(),
		questions: { port: () => undefined, mustWait: () => false, stopRun: () => {} },
		todos: emptyTodos(),
		checkpoints: { open: () => undefined, now: workspace.now },
		isResultAbove: () => false,
	};
}

function emptyTodos(): ToolServices["todos"] {
	let list: ToolServices["todos"]["list"] = [];
	return {
		get list() {
			return list;
		},
		storage: "memory",
		set(next) {
			list = next;
		},
	};
}
