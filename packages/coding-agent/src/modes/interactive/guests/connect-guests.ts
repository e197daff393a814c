import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { ScreenPorts } from "../../../commands/screen-ports.ts";
import { guestTheme } from "../../../extensions/api/guest-theme.ts";
import type { GuestFooterFacts, GuestOverlay, GuestScreen, GuestUi, GuestWidget } from "../../../workbench/guests.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { beginGuests } from "../../begin-guests.ts";
import type { LoaderLine } from "../panels/activity/loader-line.ts";
import type { InteractiveRegistries } from "../registries.ts";
import type { ScreenParts } from "../screen/open-screen.ts";
import { spaced } from "../screen/spaced.ts";
import type { Status } from "../status/status.ts";
import type { DisplayState } from "../transcript/display-state.ts";
import type { TranscriptPanel } from "../transcript/transcript-panel.ts";
import { guestCompletions, wrappedCompletions } from "./guest-completions.ts";
import { followRenderers } from "./guest-renderers.ts";
import { guestThemes } from "./guest-themes.ts";
import { guestUi, type ScreenCalls } from "./guest-ui.ts";

export interface GuestPlaces {
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
export async function connectGuests(places: GuestPlaces): Promise<void> {
	const { session, registries, ports, parts, transcript, quit } = places;
	const { guests } = session.workbench;
	const { screen, terminal } = parts;
	const requestRender = () => screen.requestRender();
	const guestScreen: GuestScreen = {
		requestRender,
		terminal,
		showOverlay: (component, options) => guestOverlay(screen, component, options),
		stop: () => screen.stopNow(),
		start: () => screen.start(),
	};
	const redraw = () => {
		transcript.redraw();
		requestRender();
	};
	const ui = guestUi({
		ask: ports.ask,
		draft: ports.draft,
		isBusy: () => session.conversation.isStreaming,
		notify(level, message) {
			transcript.handle({ type: "guest_notice", level, message });
			requestRender();
		},
		screen: { ...guestScreen, calls: screenCalls(places, guestScreen, redraw) },
	});
	if (guests) followRenderers(guests, registries.blockRenderers, redraw);
	await beginGuests(session, registries.commands, { mode: "tui", ui, quit });
	const { themes } = session.workbench.resources;
	if (themes.length > 0) (await import("./added-themes.ts")).addThemes(registries.themes, themes);
}

function guestOverlay(
	screen: GuestPlaces["parts"]["screen"],
	...[component, options]: Parameters<GuestScreen["showOverlay"]>
): GuestOverlay {
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

function screenCalls(places: GuestPlaces, guestScreen: GuestScreen, redraw: () => void): ScreenCalls {
	const { registries, parts, keymap, statuses, loaderLine, display } = places;
	const { screen, terminal, chrome, composer, liveTheme } = parts;
	const { requestRender } = guestScreen;
	const { theme } = liveTheme;
	const make = (content: readonly string[] | GuestWidget): Component =>
		typeof content === "function"
			? content(guestScreen, guestTheme(theme))
			: new Text(content.join("\n"), { paddingX: 1 });
	const { setFooter, setHeader, addBelow } = ownPlaces(parts, make, requestRender);
	const facts: GuestFooterFacts = {
		getGitBranch: () => places.status.branch ?? null,
		getExtensionStatuses: () => statuses,
		// The screen is drawn anew then, and the footer with it.
		onBranchChange: () => () => {},
	};
	const widgets = new Map<string, () => void>();
	let widgetCount = 0;
	const addAbove = (content: readonly string[] | GuestWidget) => {
		// Made here, so that a failure reaches the extension and not the screen.
		const component = make(content);
		return registries.panels.add(`extension-${++widgetCount}`, () => component);
	};
	return {
		...guestThemes(liveTheme),
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
		setFooter: (footer) => setFooter(footer && ((given, colors) => footer(given, colors, facts))),
		setHeader,
		setTitle: (title) => terminal.setTitle(title),
		setWorkingMessage(message) {
			loaderLine.setWorkingMessage(message);
			requestRender();
		},
		setEditorComponent(makeEditor) {
			const editor = makeEditor?.(guestScreen, guestTheme(theme), keymap);
			editor?.setAutocompleteProvider?.(guestCompletions(composer.completions));
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
	{ header, below, terminal }: GuestPlaces["parts"],
	make: (content: readonly string[] | GuestWidget) => Component,
	requestRender: () => void,
): Record<"setFooter" | "setHeader", GuestUi["setHeader"]> & {
	addBelow(content: readonly string[] | GuestWidget): () => void;
} {
	const widgets = new Container();
	const footer = new Container();
	below.replace([atMost(new Container([widgets, footer]), () => Math.max(1, Math.floor(terminal.rows / 3)))]);
	const setOne =
		(place: Container, shape: (component: Component) => Component) => (content: GuestWidget | undefined) => {
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
