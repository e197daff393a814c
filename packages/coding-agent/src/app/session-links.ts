import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import type { Runtimes } from "@oh-my-pi/pi-tools/eval/runtimes";
import type { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { SnapshotStore } from "@oh-my-pi/pi-tools/snapshots/snapshot-store";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../conversation/conversation.ts";
import { GoalMode } from "../conversation/goal/goal-mode.ts";
import { PlanMode } from "../conversation/plan/plan-mode.ts";
import { goalSettings } from "../settings/sections/plan.ts";
import type { Settings } from "../settings/settings.ts";
import { ConversationLink } from "./conversation-link.ts";
import type { FrontEnd } from "./front-end.ts";
import { localFolder, ownUrlSchemes } from "./own-url-schemes.ts";
import { PendingPreviews } from "./pending-previews.ts";
import { UrlSchemes } from "./url-schemes.ts";

/** What ties the tools of a session to the conversation and the mode, both of which come later. */
export interface SessionLinks {
	readonly conversation: ConversationLink;
	readonly frontEnd: FrontEnd;
	readonly urls: UrlSchemes;
	readonly previews: PendingPreviews;
	/** What the model was shown of files. */
	readonly snapshots: SnapshotStore;
	/** Where work in the background is kept, once there is such a place. */
	readonly jobs: { board?: JobBoard };
	/** What the model and the user run things in, once somebody has; see `sharedShell` and `kernels`. */
	readonly running: { shell?: PersistentShell; kernels?: Runtimes };
	readonly plan: PlanMode;
	readonly goal: GoalMode;
	/** Whether goals go on by themselves here; a mode says so. */
	readonly continuing: { goals: () => boolean };
	/** What has to be ended with the session: shells, kernels, jobs. */
	readonly closing: AsyncDisposableStack;
}

export function sessionLinks(host: Pick<Host, "now" | "newId">, settings: Settings, frontEnd: FrontEnd): SessionLinks {
	const conversation = new ConversationLink();
	const log = () => conversation.conversation.log;
	const plan = new PlanMode({ log, localFolder: () => localFolder(log()), now: host.now });
	const continuing = { goals: () => false };
	const goal = new GoalMode({
		log,
		now: host.now,
		newId: host.newId,
		isPlanning: () => plan.isActive,
		mayContinue: () => continuing.goals(),
		isEnabled: () => settings.get(goalSettings.enabled),
		onChange: (changed) => conversation.conversation.announceGoal(changed),
	});
	return {
		conversation,
		frontEnd,
		urls: new UrlSchemes(ownUrlSchemes(conversation)),
		jobs: {},
		running: {},
		snapshots: new SnapshotStore(),
		previews: new PendingPreviews(conversation, host.now, () => plan.standing),
		plan,
		goal,
		continuing,
		closing: new AsyncDisposableStack(),
	};
}

export function connectLinks(links: SessionLinks, conversation: Conversation): void {
	links.conversation.connect(conversation);
}
