import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { ScreenPorts } from "../../../commands/contract/screen-ports.ts";
import { extensionTheme } from "../../../features/extensions/api/extension-theme.ts";
import type {
	ExtensionFooterFacts,
	ExtensionOverlay,
	ExtensionScreen,
	ExtensionUi,
	ExtensionWidget,
} from "../../../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { startExtensions } from "../../start-extensions.ts";
import type { LoaderLine } from "../panels/activity/loader-line.ts";
import type { InteractiveRegistries } from "../registries/registries.ts";
import type { ScreenParts } from "../screen/open-screen.ts";
import { spaced } from "../screen/spaced.ts";
import type { Status } from "../status/status.ts";
import type { DisplayState } from "../transcript/draw/display-state.ts";
import type { TranscriptPanel } from "../transcript/draw/transcript-panel.ts";
import { extensionCompletions, wrappedCompletions } from "./extension-completions.ts";
import { followRenderers } from "./extension-renderers.ts";
import { extensionThemes } from "./extension-themes.ts";
import { extensionUi, type ScreenCalls } from "./extension-ui.ts";

export interface ExtensionScreenParts {
	readonly session: OpenedConversation;
	readonly registries: Pick<InteractiveRegistries, "commands" | "panels" | "blockRenderers" | "themes">;
	readonly ports: Pick<ScreenPorts, "ask" | "draft">;
	readonly parts: Pick<ScreenParts, "screen" | "terminal" | "chrome" | "header" | "below" | "composer" | "liveTheme">;
	readonly keymap: Keymap;
	/** What extensions say in the status line, by key. */
	readonly statuses: Map<string, string>;
	readonly status: Pick<Status, "branch">;
	readonly transcript: TranscriptPanel;
	readonly loaderLine: Pick<LoaderLine, "setWorkingMessage">;
	readonly display: DisplayState;
	readonly quit: () => void;
}

/** Gives extensions their places on the screen, and tells them that the session has started. */
export async function connectExtensions(places: ExtensionScreenParts): Promise<void> {
	const { session, registries, ports, parts, transcript, quit } = places;
	const { extensionHost: extensions } = session.workbench.features;
	const { screen, terminal } = parts;
	const requestRender = () => screen.requestRender();
	const extensionScreen: ExtensionScreen = {
		requestRender,
		terminal,
		showOverlay: (component, options) => extensionOverlay(screen, component, options),
		stop: () => screen.stopNow(),
		start: () => screen.start(),
	};
	const redraw = () => {
		transcript.redraw();
		requestRender();
	};
	const ui = extensionUi({
		ask: ports.ask,
		draft: ports.draft,
		isBusy: () => session.conversation.isStreaming,
		notify(level, message) {
			transcript.handle({ type: "extension_notice", level, message });
			requestRender();
		},
		screen: { ...extensionScreen, calls: screenCalls(places, extensionScreen, redraw) },
	});
	if (extensions) followRenderers(extensions, registries.blockRenderers, redraw);
	await startExtensions(session, registries.commands, { mode: "tui", ui, quit });
	const { themes } = session.workbench.features.resources;
	if (themes.length > 0) (await import("./added-themes.ts")).addThemes(registries.themes, themes);
}

function extensionOverlay(
	screen: ExtensionScreenParts["parts"]["screen"],
	...[component, options]: Parameters<ExtensionScreen["showOverlay"]>
): ExtensionOverlay {
	let isHidden = false;
	const visible = (columns: number, rows: number) => !isHidden && (options?.visible?.(columns, rows) ?? true);
	const shown = screen.showOverlay(component, { ...options, visible });
	return {
		hide: () => shown.hide(),
		setHidden(hides) {
			isHidden = hides;
			screen.requestRender();
		},
		isHidden: () => isHidden,
	};
}

function screenCalls(places: ExtensionScreenParts, extensionScreen: ExtensionScreen, redraw: () => void): ScreenCalls {
	const { registries, parts, keymap, statuses, loaderLine, display } = places;
	const { screen, terminal, chrome, composer, liveTheme } = parts;
	const { requestRender } = extensionScreen;
	const { theme } = liveTheme;
	const make = (content: readonly string[] | ExtensionWidget): Component =>
		typeof content === "function"
			? content(extensionScreen, extensionTheme(theme))
			: new Text(content.join("\n"), { paddingX: 1 });
	const { setFooter, setHeader, addBelow } = ownPlaces(parts, make, requestRender);
	const facts: ExtensionFooterFacts = {
		getGitBranch: () => places.status.branch ?? null,
		getExtensionStatuses: () => statuses,
		// The screen is drawn anew then, and the footer with it.
		onBranchChange: () => () => {},
	};
	const widgets = new Map<string, () => void>();
	let widgetCount = 0;
	const addAbove = (content: readonly string[] | ExtensionWidget) => {
		// Made here, so that a failure reaches the extension and not the screen.
		const component = make(content);
		return registries.panels.add(`extension-${++widgetCount}`, () => component);
	};
	return {
		...extensionThemes(liveTheme),
		setStatus(key, text) {
			if (text === undefined) statuses.delete(key);
			else statuses.set(key, text);
			requestRender();
		},
		setWidget(key, content, { placement = "aboveEditor" } = {}) {
			widgets.get(key)?.();
			widgets.delete(key);
			if (content !== undefined) widgets.set(key, (placement === "belowEditor" ? addBelow : addAbove)(content));
			requestRender();
		},
		setFooter: (footer) => setFooter(footer && ((screen, colors) => footer(screen, colors, facts))),
		setHeader,
		setTitle: (title) => terminal.setTitle(title),
		setWorkingMessage(message) {
			loaderLine.setWorkingMessage(message);
			requestRender();
		},
		setEditorComponent(makeEditor) {
			const editor = makeEditor?.(extensionScreen, extensionTheme(theme), keymap);
			editor?.setAutocompleteProvider?.(extensionCompletions(composer.completions));
			composer.useEditor(editor);
			if (chrome.useEditor(composer.shown)) screen.setFocus(composer.shown);
			requestRender();
		},
		addAutocompleteProvider: (wrap) => composer.wrapCompletions((current) => wrappedCompletions(current, wrap)),
		onTerminalInput: (listener) =>
			screen.addInputListener((event) => (listener(event.data)?.consume ? undefined : event), { first: true }),
		getToolsExpanded: () => display.expanded,
		setToolsExpanded(isExpanded) {
			if (display.expanded === isExpanded) return;
			display.expanded = isExpanded;
			redraw();
		},
	};
}

/** The rows above the panels and those below the editor: widgets in their order, then the footer. */
function ownPlaces(
	{ header, below, terminal }: ExtensionScreenParts["parts"],
	make: (content: readonly string[] | ExtensionWidget) => Component,
	requestRender: () => void,
): Record<"setFooter" | "setHeader", ExtensionUi["setHeader"]> & {
	addBelow(content: readonly string[] | ExtensionWidget): () => void;
} {
	const widgets = new Container();
	const footer = new Container();
	below.replace([atMost(new Container([widgets, footer]), () => Math.max(1, Math.floor(terminal.rows / 3)))]);
	const setOne =
		(place: Container, shape: (component: Component) => Component) => (content: ExtensionWidget | undefined) => {
			const next = content && shape(make(content));
			for (const child of place.children) child.dispose?.();
			place.replace(next ? [next] : []);
			requestRender();
		};
	return {
		setHeader: setOne(header, spaced),
		setFooter: setOne(footer, (component) => component),
		addBelow(content) {
			const component = make(content);
			widgets.add(component);
			return () => {
				widgets.remove(component);
				component.dispose?.();
			};
		},
	};
}

/** The first rows of a component, so that the editor above it stays on the screen. */
function atMost(component: Component, count: () => number): Component {
	const cache = { all: noRows, shown: noRows };
	return {
		render(width) {
			const all = component.render(width);
			if (all.length <= count()) return all;
			if (cache.all !== all || cache.shown.length !== count())
				Object.assign(cache, { all, shown: all.slice(0, count()) });
			return cache.shown;
		},
		invalidate: () => component.invalidate?.(),
	};
}

const noRows: readonly string[] = [];
