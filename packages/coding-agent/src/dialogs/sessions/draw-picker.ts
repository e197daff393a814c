import { relative } from "node:path";
import type { SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { ChoiceMenu } from "../parts/choice-menu.ts";
import { drawList } from "../parts/draw-list.ts";
import { keyHints, keyName } from "../parts/key-hints.ts";
import type { SessionOrder, SessionScope } from "./search-sessions.ts";
import { sessionWords } from "./session-words.ts";

export const rowsPerSession = 3;

export interface PickerPicture {
	readonly sessions: readonly SessionInfo[];
	readonly selected: number;
	readonly isSearch: boolean;
	readonly scope: SessionScope;
	readonly order: SessionOrder;
	readonly showsPaths: boolean;
	readonly open: ChoiceMenu<boolean> | Input | undefined;
	readonly notice: string | undefined;
	readonly searchField: (width: number) => string;
	/** Nobody else says what this is. */
	readonly hasTitle: boolean;
	readonly height: number;
	readonly now: number;
	readonly home: string;
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly width: number;
}

export function drawPicker(picture: PickerPicture): string[] {
	const { theme, width, height, open, scope, order, notice } = picture;
	const inner = Math.max(1, width - 2);
	const place = scope === "folder" ? "current folder" : "all projects";
	const sorted = order === "recent" ? "" : `, by ${order}`;
	const title = picture.hasTitle
		? [theme.bold(theme.accent(`Resume Session (${place}${sorted})`))]
		: [theme.muted(`(${place}${sorted})`)];
	const head = [...title, picture.searchField(inner)];
	const foot = [...(notice === undefined ? [] : [theme.accent(plainText(notice))]), drawHints(picture, inner)];
	const room = Math.max(rowsPerSession, height - head.length - foot.length);
	const body = open instanceof ChoiceMenu ? open.draw(inner, room) : drawSessions(picture, inner, room);
	const field = open && !(open instanceof ChoiceMenu) ? drawField(open, inner) : [];
	return [...head, ...body, ...field, ...foot].map((row) => ` ${truncateToWidth(row, inner)}`);
}

function drawField(input: Input, width: number): readonly string[] {
	input.focused = true;
	return input.render(width);
}

function drawSessions(picture: PickerPicture, width: number, height: number): string[] {
	const { sessions, selected, theme } = picture;
	if (sessions.length === 0) return [theme.muted(`  ${emptyText(picture)}`)];
	return drawList({
		count: sessions.length,
		selected,
		height,
		width,
		theme,
		rowsPerItem: rowsPerSession,
		draw: (index, isSelected) => {
			const session = sessions[index];
			return session ? drawSession(session, isSelected, picture) : [];
		},
	});
}

function drawSession(session: SessionInfo, isSelected: boolean, picture: PickerPicture): string[] {
	const { theme, now, scope, showsPaths, home } = picture;
	const { title, preview, facts, status } = sessionWords(session, now);
	const place = scope === "everywhere" ? shortPath(session.cwd, home) : "";
	const name = plainText(title);
	return [
		isSelected ? theme.bold(theme.accent(name)) : theme.bold(name),
		theme.muted(plainText(showsPaths ? shortPath(session.path, home) : preview)),
		theme.dim(`${facts} · ${theme.symbol(status.sign)} ${status.text}${place ? ` · ${plainText(place)}` : ""}`),
	];
}

function emptyText({ isSearch, scope }: PickerPicture): string {
	if (isSearch) return "No session matches. Esc clears the search.";
	return scope === "folder" ? "No sessions in this folder. Tab shows those of all projects." : "No sessions yet.";
}

function shortPath(path: string, home: string): string {
	const below = relative(home, path);
	return below.startsWith("..") || path === below ? path : `~/${below}`;
}

function drawHints({ scope, open, theme, keymap }: PickerPicture, width: number): string {
	if (open)
		return keyHints(
			[
				["Enter", "ok"],
				["Esc", "back"],
			],
			theme,
			width,
		);
	return keyHints(
		[
			["Enter", "open"],
			["Tab", scope === "folder" ? "all projects" : "current folder"],
			[keyName(keymap, "app.session.rename"), "rename"],
			["Del", "delete"],
			[keyName(keymap, "app.session.toggleSort"), "sort"],
			[keyName(keymap, "app.session.togglePath"), "paths"],
			["Esc", "cancel"],
		],
		theme,
		width,
	);
}
