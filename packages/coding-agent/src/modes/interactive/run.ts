import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { PromptLoop } from "../../commands/contract/prompt-loop.ts";
import { hasModel, lacksApprovalMode, noModelsText, wantsSetup } from "../../commands/system/setup/wants-setup.ts";
import type { RemoteState } from "../../conversation/contract/remote-runs.ts";
import { openBrowser } from "../../process/open-browser.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { foreignText } from "../../process/terminal/terminal-text.ts";
import { statusLineSettings } from "../../settings/sections/screen/status-line.ts";
import type { PromptInput } from "../../startup/prompt-input.ts";
import { enableJit, engineCollector } from "../../workbench/hooks/collect-garbage-hook.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { composerSession } from "./composer/composer-session.ts";
import { InteractiveMode } from "./interactive-mode.ts";
import { openLoaderLine } from "./panels/activity/loader-line.ts";
import { openPanels } from "./panels/open-panels.ts";
import { type InteractiveRegistries, interactiveRegistries } from "./registries/registries.ts";
import { copyTo } from "./screen/clipboard.ts";
import { openDialogs } from "./screen/open-dialogs.ts";
import type { ScreenParts } from "./screen/open-screen.ts";
import { shutDownInTrouble, shutDownOnce } from "./shut-down.ts";
import { Status } from "./status/status.ts";
import { followRun } from "./terminal-state/follow-run.ts";
import { displayState } from "./transcript/draw/display-state.ts";
import { openTranscript } from "./transcript/open/opening.ts";
import { sessionTranscript } from "./transcript/open/session-transcript.ts";

export interface InteractiveOptions {
	readonly io: CliIo;
	readonly timeUp: Promise<void>;
	/** Made by whoever starts the mode, so that others can add to them. */
	readonly registries?: InteractiveRegistries;
}

/** Runs omp on a terminal until the user quits; the session is saved and the terminal restored when this returns. */
export async function runInteractive(
	parts: ScreenParts,
	session: OpenedConversation,
	input: PromptInput,
	{ io, timeUp, registries: openRegistries }: InteractiveOptions,
): Promise<number> {
	const registries = openRegistries ?? (await interactiveRegistries({ themes: parts.themes }));
	const { settings, conversation, host } = session;
	const { terminal, liveTheme, keymap, screen, chrome, composer, loader, rebuildsScrollback } = parts;
	const { commands, statusSegments, panels, blockRenderers: renderers, toolViews } = registries;
	const { theme } = liveTheme;
	const display = displayState(settings);
	const requestRender = () => screen.requestRender();
	using transcript = sessionTranscript({
		session,
		renderers,
		toolViews,
		theme,
		display,
		keymap,
		requestRender,
		transcript: parts.transcript,
		spinner: () => loader.picture,
		image: parts.images.component,
		hyperlinks: parts.hyperlinks,
		onRenderError: parts.onRenderError,
	});
	const opening = openTranscript(transcript, {
		session,
		keymap,
		theme,
		requestRender,
		rows: input.joins ? 0 : terminal.rows,
	});
	using _panels = openPanels(parts.panels, panels, { session, theme, display, keymap, requestRender });
	const loaderLine = openLoaderLine(loader, theme, session);
	const dialogs = openDialogs(parts, transcript.highlight, (isAsking) => loaderLine.pause(isAsking));
	const warn = (message: string) => conversation.notify("warning", message);
	settings.onSaveProblem = warn;
	using _theme = liveTheme.follow(terminal, {
		onProblem: warn,
		onChange() {
			chrome.component.invalidate();
			transcript.redraw();
			requestRender();
		},
	});
	using _keys = parts.keys.follow({
		onProblem: warn,
		onChange: () => conversation.notify("info", "Keyboard shortcuts reloaded"),
	});
	using _run = followRun(session, terminal, theme);
	const loop = new PromptLoop();
	const extensionStatuses = new Map<string, string>();
	let isJoining = input.joins ?? false;
	const remote = () => {
		if (conversation.remote) isJoining = false;
		return conversation.remote?.state ?? (isJoining ? notJoined : undefined);
	};
	const statuses = () =>
		remote()?.statuses ?? [
			...session.workbench.features.statuses(session),
			...(settings.get(statusLineSettings.showHookStatus)
				? [...extensionStatuses].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
				: []),
		];
	using _features = session.workbench.features.onChange(requestRender);
	using status = new Status({
		session,
		theme,
		segments: statusSegments,
		hostname: hostname(),
		loop,
		requestRender,
		statuses,
		remote,
	});
	const interactive = new InteractiveMode({
		session,
		commands,
		keymap,
		display,
		appearance: {
			theme,
			get mode() {
				return liveTheme.appearance;
			},
			preview: (name) => liveTheme.preview(name),
			themes: () => liveTheme.choices(),
			statusLine: (width) => status.line(width, theme.border),
		},
		draft: composer,
		hint: (text, forMs) => composer.showHint(text, forMs),
		copy: copyTo(host.env, (text) => terminal.write(text)),
		openBrowser,
		loop,
		// A guest has nothing of one's own.
		notices: input.joins ? [] : [...session.notices, ...parts.problems],
		terminal,
		write: async (text) => io.stdout.write(text),
		screen,
		rebuildsScrollback,
		transcript,
		loaderLine,
		dialogs,
		...(session.workbench.features.extensionHost && {
			startExtensions: async () => {
				const { connectExtensions } = await import("./extensions/connect-extensions.ts");
				const { ports } = interactive;
				const quit = () => ports.quit();
				const shown = { parts, keymap, statuses: extensionStatuses, status, transcript, loaderLine, display };
				await connectExtensions({ session, registries, ports, quit, ...shown });
			},
		}),
	});
	const { ports } = interactive;
	const connected = composerSession({ session, commands, ports, status, theme });
	const ending = { session, composer: connected, transcript, loaderLine, screen, io };
	const shutDown = shutDownOnce(ending);
	using _trouble = shutDownInTrouble(shutDown, ending);
	// What is to be seen follows the first screen at once; all else can wait.
	const opened = Bun.sleep(0).then(() => opening.load());
	setTimeout(() => {
		status.start();
		const models = findModels(session.registry);
		const loading = Promise.all([opened, connected.recall.load(), transcript.loadColors(), models]);
		// Startup leaves garbage; collecting it now returns about 3 MB to the system.
		void loading.then(() => {
			engineCollector.all();
			enableJit();
		});
	}, 50);
	const askAboutPrograms = async () => {
		// Not before the first paint: git is asked what it would run.
		await opened;
		const { surveyPrograms } = await import("../../survey/survey-programs.ts");
		const { host, folder, trust } = session;
		await Promise.all([
			surveyPrograms({ host, cwd: folder.path, gate: trust }),
			hasCommandFiles(folder.path) ? session.fileCommands.list() : undefined,
		]);
		if (trust.undecided.length > 0) void ports.submit("/trust ask");
	};
	const greet = () => {
		composer.connect(connected);
		if (input.joins) return;
		const isAsked = input.prompts.length > 0;
		if (!isAsked && wantsSetup(session)) void ports.submit("/setup all");
		else if (!hasModel(conversation)) warn(noModelsText);
		else if (session.trust.undecided.length > 0) void ports.submit("/trust ask");
		else if (!isAsked) void askAboutPrograms();
	};
	const settle = async () => {
		if (input.joins || !lacksApprovalMode(session)) return;
		const { chooseApprovals } = await import("../../commands/system/setup/choose-approvals.ts");
		await ports.attempt(() => chooseApprovals(session, ports, { runsSetup: input.prompts.length === 0 }));
	};
	const problem = await Promise.race([interactive.run(input, settle, greet), timeUp]);
	await shutDown("quit", "normal");
	if (!problem) return 0;
	await io.stderr.write(`${foreignText(io.stderr, problem)}\n`);
	return 1;
}

/** Nothing of this machine's own is said of a session that is being joined. */
const notJoined: RemoteState = { statuses: ["joining…"] };

/** Whether the project has commands, which may run programs. */
function hasCommandFiles(cwd: string): boolean {
	return [".claude", ".omp"].some((folder) => existsSync(join(cwd, folder, "commands")));
}

/** Asks local engines and providers for their models, so that the model list is right when it is opened. */
async function findModels(registry: Pick<ModelRegistry, "probeLocalEngines" | "refresh">): Promise<void> {
	await ignoreFailure(registry.probeLocalEngines(), "an engine that cannot be asked is not there");
	await ignoreFailure(registry.refresh({}), "the lists that are known already still hold");
}
