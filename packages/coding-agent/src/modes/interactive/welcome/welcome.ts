import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { hasModel } from "../../../commands/system/setup/wants-setup.ts";
import { shownPath } from "../../../paths/shown-path.ts";
import { version } from "../../../process/version.ts";
import { approvalModeWords } from "../../../settings/approval-mode.ts";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import { startupSettings } from "../../../settings/sections/screen/appearance.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { WelcomeSection } from "../../../workbench/work-mode.ts";
import { drawWelcome, type WelcomeFacts } from "./draw-welcome.ts";
import { tipFor } from "./tips.ts";

export interface WelcomeSources {
	readonly session: OpenedConversation;
	readonly keymap: Keymap;
	readonly theme: Theme;
	readonly requestRender: () => void;
}

const shownSessions = 4;

/**
 * Puts the greeting into the transcript; what has to be read for it comes when `load` is called. It follows the model,
 * the approval mode and what is trusted until something is said.
 */
export function showWelcome(transcript: Transcript, sources: WelcomeSources): { load(): Promise<void> } {
	const { session, keymap, theme, requestRender } = sources;
	const { conversation, settings } = session;
	const cache = new RowCache();
	let recent: WelcomeFacts["recent"];
	let found: WelcomeFacts["found"];
	let sections: readonly WelcomeSection[] = [];
	let shownSections: NonNullable<WelcomeFacts["sections"]> = [];
	let untrusted = session.trust.waiting.length;
	const facts = (): WelcomeFacts => {
		const model = hasModel(conversation) ? conversation.model : undefined;
		return {
			version,
			modelName: model?.name,
			provider: model?.provider,
			approvals: approvalModeWords[settings.get(approvalSettings.approvalMode)].sentence,
			found,
			untrusted,
			tip: tipFor(session.log.id, keymap),
			recent,
			sections: shownSections,
		};
	};
	const handle = transcript.append(
		{
			render(width) {
				// Trusting the project says nothing to the conversation.
				const waiting = session.trust.waiting.length;
				// Nor do features.
				const rows = sections.map(({ title, rows: rowsNow }) => ({ title, rows: rowsNow() }));
				if (waiting !== untrusted || !Bun.deepEquals(rows, shownSections)) cache.clear();
				untrusted = waiting;
				shownSections = rows;
				return cache.get(width, () => drawWelcome(facts(), theme, width));
			},
			invalidate: () => cache.clear(),
		},
		// What follows may push it away before it is final.
		{ snapshot: true },
	);
	const redraw = () => {
		cache.clear();
		requestRender();
	};
	const endWatch = settings.watch([approvalSettings.approvalMode], redraw);
	const endTrust = session.trust.watch(redraw);
	const unsubscribe = conversation.subscribe((event) => {
		if (event.type === "model_changed") redraw();
		if (event.type !== "message_start") return;
		unsubscribe();
		endWatch();
		endTrust();
		handle.settle();
	});
	return {
		async load() {
			const loading = [
				recentSessions(session).then((sessions) => {
					recent = sessions;
				}),
				foundInProject(session).then((names) => {
					found = names;
				}),
				session.workbench.features.welcomes(session).then((added) => {
					sections = added;
				}),
			];
			await Promise.all(loading.map((work) => ignoreFailure(work, "a greeting does without")));
			redraw();
			await ignoreFailure(tellNews(session), "the notes can be read with /changelog");
		},
	};
}

/** The files that tell the model how to work here, by name, and how many rules, skills and commands there are. */
async function foundInProject({ host, folder, promptFacts, fileCommands }: OpenedConversation): Promise<string[]> {
	const { contextFiles, rules, skills = [] } = await promptFacts();
	const commands = (await fileCommands.list()).filter(({ isBundled, source }) => !isBundled && source !== "skill");
	const ruleCount = rules ? Object.values(rules).flat().length : 0;
	return [
		...new Set(contextFiles.map(({ path }) => shownPath(path, folder.path, host.home))),
		...counted(ruleCount, "rule"),
		...counted(skills.length, "skill"),
		...counted(commands.length, "command"),
	];
}

function counted(count: number, noun: string): string[] {
	return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

async function tellNews({ agentDir, settings, conversation }: OpenedConversation): Promise<void> {
	const { releaseNotes } = await import("./release-notes.ts");
	const notes = await releaseNotes({
		agentDir,
		version,
		mode: settings.get(startupSettings.changelogMode),
		changelog: async () => (await import("../../../urls/changelog.data.ts")).changelog,
	});
	if (notes !== undefined) conversation.notify("info", notes);
}

async function recentSessions({ host, agentDir, log, folder }: OpenedConversation): Promise<WelcomeFacts["recent"]> {
	const [{ SessionListing }, { fileEnvironment, sessionDirectory }] = await Promise.all([
		import("@oh-my-pi/pi-session/listing/session-listing"),
		import("@oh-my-pi/pi-session/log/session-environment"),
	]);
	const environment = fileEnvironment(host, agentDir);
	const directory = log.directory ?? sessionDirectory(environment, folder.path);
	return new SessionListing(environment).recent(directory, shownSessions).filter(({ path }) => path !== log.file);
}
