import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { ConflictIndex } from "@oh-my-pi/pi-tools/conflicts/conflict-index";
import { localFinder } from "@oh-my-pi/pi-tools/find/file-finder";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { jobNotice } from "@oh-my-pi/pi-tools/jobs/job-notice";
import { outputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import type { ToolServices } from "@oh-my-pi/pi-tools/services";
import { urlRouter } from "@oh-my-pi/pi-tools/urls/url-router";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openCheckpoint } from "../conversation/checkpoint/open-checkpoint.ts";
import type { WorkingFolder } from "../conversation/session/move-session.ts";
import { imageSettings } from "../settings/sections/images.ts";
import type { Settings } from "../settings/settings.ts";
import type { ConversationLink } from "./conversation-link.ts";
import { kernels } from "./kernels.ts";
import { mainAgent } from "./main-agent.ts";
import { localFolder } from "./own-url-schemes.ts";
import type { SessionLinks } from "./session-links.ts";
import { sharedShell } from "./shared-shell.ts";

export interface ToolServiceParts {
	readonly host: Host;
	readonly settings: Settings;
	/** What commands inherit. */
	readonly env: Host["env"];
	readonly folder: WorkingFolder;
	readonly links: SessionLinks;
}

/** What the tools of a session work with, but for how the model at hand edits. What is started here ends with the session. */
export function toolServices(parts: ToolServiceParts): Omit<ToolServices, "editing"> {
	const { host, settings, env, folder, links } = parts;
	const { conversation: link } = links;
	return {
		settings,
		workspace: { cwd: () => folder.path, home: host.home, env, now: host.now },
		files: {
			snapshots: links.snapshots,
			isTreeReadOnly: () => links.plan.isActive,
			localRoot: () => localFolder(link.conversation.log),
		},
		searching: { finder: localFinder(), ripgrep: localRipgrep({ searchPath: env.PATH }) },
		output: {
			limits: outputLimits(settings),
			artifacts: {
				allocate: (toolName) => link.conversation.log.artifacts.allocate(toolName),
				save: (toolName, content) => link.conversation.log.artifacts.save(toolName, content),
			},
		},
		urls: urlRouter(() => links.urls.all()),
		conflicts: new ConflictIndex(),
		images: {
			autoResize: settings.get(imageSettings.autoResize),
			blocked: settings.get(imageSettings.blockImages),
			inspectedElsewhere: () => false,
		},
		shell: { shell: sharedShell(links, host, settings), console: () => links.frontEnd.console },
		jobs: {
			board: jobBoard(parts),
			ownerId: mainAgent,
			interruption: (signal) => link.conversation.whenSteered(signal),
		},
		kernels: { runtimes: kernels(parts), sessionId: () => link.conversation.log.id },
		pending: links.previews.queue,
		questions: questionService(links),
		todos: todoStore(link),
		goals: links.goal,
		checkpoints: { open: () => openCheckpoint(link.conversation.log.path()), now: host.now },
		isOffered: (toolName) => link.conversation.tools.some(({ name }) => name === toolName),
	};
}

/** Jobs of the session; the model hears of each result as an aside. */
function jobBoard({ host, settings, links }: ToolServiceParts): JobBoard {
	const board = links.closing.use(
		new JobBoard({
			now: host.now,
			maxJobs: settings.get(asyncSettings.maxJobs),
			onResult(job) {
				const { text: content, details } = jobNotice([job]);
				const timestamp = host.now();
				const message = {
					role: "custom",
					customType: "async-result",
					content,
					display: true,
					details,
					timestamp,
				} as const;
				void links.conversation.conversation.submit({
					type: "send",
					message,
					as: "aside",
					triggerTurn: "unless_interrupted",
				});
			},
		}),
	);
	links.jobs.board = board;
	return board;
}

export function questionService({
	conversation: link,
	frontEnd,
	plan,
}: Pick<SessionLinks, "conversation" | "frontEnd" | "plan">): ToolServices["questions"] {
	return {
		port: () => frontEnd.ask,
		// A plan stands on its answers, so nobody answers in the user's place.
		mustWait: () => plan.isActive,
		stopRun: () => void link.conversation.submit({ type: "abort" }),
	};
}

function todoStore(link: ConversationLink): ToolServices["todos"] {
	return {
		get list() {
			return link.conversation.todos.phases;
		},
		get storage() {
			return link.conversation.log.file === undefined ? "memory" : "session";
		},
		set: (list) =>
			link.conversation.todos.hold(
				list.map((phase) => ({ ...phase, tasks: phase.tasks.map((task) => ({ ...task })) })),
			),
	};
}
