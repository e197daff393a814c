import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Transcript } from "@oh-my-pi/pi-tui/screen/transcript";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { version } from "../../../process/version.ts";
import { startupSettings } from "../../../settings/sections/appearance.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { drawWelcome, type WelcomeFacts } from "./draw-welcome.ts";
import { tipFor } from "./tips.ts";

export interface WelcomeSources {
	readonly session: OpenedConversation;
	readonly keymap: Keymap;
	readonly theme: Theme;
	readonly requestRender: () => void;
}

const shownSessions = 4;

/** Puts the greeting into the transcript; what has to be read for it comes when `load` is called. */
export function showWelcome(transcript: Transcript, sources: WelcomeSources): { load(): Promise<void> } {
	const { session, keymap, theme, requestRender } = sources;
	const { model } = session.conversation;
	const cache = new RowCache();
	let recent: WelcomeFacts["recent"];
	const facts = () => ({
		version,
		modelName: model?.name,
		provider: model?.provider,
		tip: tipFor(session.log.id, keymap),
		recent,
	});
	const handle = transcript.append({
		render: (width) => cache.get(width, () => drawWelcome(facts(), theme, width)),
		invalidate: () => cache.clear(),
	});
	return {
		async load() {
			await ignoreFailure(
				recentSessions(session).then((found) => {
					recent = found;
				}),
				"a greeting does without",
			);
			recent ??= [];
			cache.clear();
			handle.settle();
			requestRender();
			await ignoreFailure(tellNews(session), "the notes can be read with /changelog");
		},
	};
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
		import("@oh-my-pi/pi-session/session-listing"),
		import("@oh-my-pi/pi-session/session-environment"),
	]);
	const environment = fileEnvironment(host, agentDir);
	const directory = log.directory ?? sessionDirectory(environment, folder.path);
	return new SessionListing(environment).recent(directory, shownSessions).filter(({ path }) => path !== log.file);
}
