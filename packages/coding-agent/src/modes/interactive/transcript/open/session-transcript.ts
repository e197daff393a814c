import type { ToolView } from "@oh-my-pi/pi-tools/view/view";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import { shownPath } from "../../../../paths/shown-path.ts";
import { displaySettings, tuiSettings } from "../../../../settings/sections/screen/display.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { BlockRenderers } from "../draw/block-renderers.ts";
import { Diagrams } from "../draw/diagrams.ts";
import { type DisplayState, followSwitches } from "../draw/display-state.ts";
import { CodeHighlighter } from "../draw/highlighter.ts";
import { linkTargets } from "../draw/link-target.ts";
import type { RenderOptions } from "../draw/parts/block-view.ts";
import { renderOptions, renderSettings } from "../draw/render-options.ts";
import { followToolViews } from "../draw/tools/follow-tool-views.ts";
import { TranscriptPanel } from "../draw/transcript-panel.ts";

export interface TranscriptSources {
	readonly session: OpenedConversation;
	readonly transcript: Transcript;
	readonly renderers: BlockRenderers;
	readonly toolViews: Registry<ToolView>;
	readonly theme: Theme;
	readonly display: DisplayState;
	readonly keymap: Keymap;
	readonly spinner: () => string;
	readonly image: NonNullable<RenderOptions["image"]>;
	/** The terminal shows links. */
	readonly hyperlinks: boolean;
	readonly onRenderError: NonNullable<RenderOptions["onRenderError"]>;
	readonly requestRender: () => void;
}

/** The transcript of a session; it follows the settings. */
export function sessionTranscript(
	sources: TranscriptSources,
): TranscriptPanel & Disposable & { loadColors(): Promise<void>; readonly highlight: Highlighter } {
	const { session, transcript, renderers, theme, display, requestRender } = sources;
	const { settings } = session;
	const code = new CodeHighlighter(theme);
	const redraw = () => {
		panel.redraw();
		requestRender();
	};
	const diagrams = new Diagrams({ theme, isOn: () => settings.get(tuiSettings.renderMermaid), onLoad: redraw });
	const panel: TranscriptPanel = new TranscriptPanel(transcript, {
		renderers,
		render: renderOptions({
			...sources,
			settings,
			toolLabel: (name) =>
				session.toolSources.toolsBeside("builtin", undefined).find((tool) => tool.name === name)?.label,
			highlight(text, language) {
				// The block streams in, so the code is there when it ends.
				if (language === "mermaid") diagrams.load();
				return code.highlight(text, language);
			},
			diagram: diagrams.draw,
			shownArgs: (args) => session.workbench.requests.guard?.hideAll(args) ?? args,
			thinkingRenderer: () => renderers.thinking,
			taggedText: session.taggedText,
			linkTo: linkTargets(session.host),
			shownPath: (path) => shownPath(path, session.folder.path, session.host.home),
			registry: session.registry,
			showsLinks: () => showsLinks(session, sources.hyperlinks),
		}),
		agentsCost: () =>
			(session.workbench.features.agents?.overview(session.conversation) ?? []).reduce(
				(sum, { cost }) => sum + cost,
				0,
			),
		isSmooth: () => settings.get(displaySettings.smoothStreaming),
		requestRender,
	});
	const ends = [
		settings.watch(renderSettings, redraw),
		followSwitches(display, settings, redraw),
		followToolViews(session.toolSources, sources.toolViews),
	];
	return Object.assign(panel, {
		/** Code is plain until this has loaded. */
		loadColors: () => code.load(),
		highlight: code.highlight,
		[Symbol.dispose]() {
			for (const end of ends) end();
		},
	});
}

function showsLinks({ settings }: OpenedConversation, isCapable: boolean): boolean {
	const wanted = settings.get(tuiSettings.hyperlinks);
	return wanted === "always" || (wanted === "auto" && isCapable);
}
