import type { SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { DialogContext } from "../contract/dialog.ts";
import { ChoiceMenu } from "../parts/choice-menu.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { SearchField } from "../parts/search-field.ts";
import { drawPicker, rowsPerSession } from "./draw-picker.ts";
import { ordered, type SessionOrder, type SessionScope, searchSessions, sessionOrders } from "./search-sessions.ts";
import { sessionWords } from "./session-words.ts";

export interface SessionPickerOptions {
	/** The last changed first; read anew after each change. */
	readonly list: (scope: SessionScope) => readonly SessionInfo[];
	readonly scope: SessionScope;
	readonly rename: (file: string, name: string) => Promise<void>;
	readonly remove: (file: string) => Promise<void>;
	/** Ids of the sessions in which a matching prompt was sent. */
	readonly findInHistory: (query: string) => Promise<ReadonlySet<string>>;
	readonly now: () => number;
	readonly home: string;
	/** Takes the whole screen, where there is nothing else on it. */
	readonly fillsScreen?: true;
}

/** So long nothing is typed before the prompts of all times are searched too. */
const pauseMs = 150;

/** Sessions with what they were about, to go on with, rename or delete. */
export class SessionPicker implements Component, Focusable {
	readonly #options: SessionPickerOptions;
	readonly #context: DialogContext<SessionInfo>;
	readonly #search: SearchField;
	#scope: SessionScope;
	#sessions: readonly SessionInfo[];
	#fromHistory: ReadonlySet<string> = new Set();
	#order: SessionOrder = "recent";
	#showsPaths = false;
	#selected = 0;
	#open: ChoiceMenu<boolean> | Input | undefined;
	#notice: string | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	focused = false;

	constructor(options: SessionPickerOptions, context: DialogContext<SessionInfo>) {
		this.#options = options;
		this.#context = context;
		this.#scope = options.scope;
		this.#sessions = options.list(options.scope);
		const { theme, keymap } = context;
		this.#search = new SearchField({
			theme,
			keymap,
			sign: "nav.cursor",
			placeholder: "Type to search",
			onChange: (query) => this.#startSearch(query),
		});
	}

	handleInput(data: string): void {
		this.#notice = undefined;
		if (this.#open) this.#open.handleInput(data);
		else this.#handleKey(data);
	}

	handlePaste(text: string): void {
		if (this.#open instanceof Input) this.#open.handlePaste(text);
		else if (!this.#open) this.#search.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { now, home, fillsScreen } = this.#options;
		const { theme, keymap } = this.#context;
		return drawPicker({
			sessions: this.#shown,
			selected: this.#selected,
			isSearch: this.#search.query !== "",
			scope: this.#scope,
			order: this.#order,
			showsPaths: this.#showsPaths,
			open: this.#open,
			notice: this.#notice,
			searchField: (columns) => this.#search.draw(columns, this.focused && !this.#open),
			hasTitle: fillsScreen === true,
			height: this.#height,
			now: now(),
			home,
			theme,
			keymap,
			width,
		});
	}

	dispose(): void {
		clearTimeout(this.#timer);
	}

	get #height(): number {
		const rows = this.#context.rows();
		return this.#options.fillsScreen ? rows : Math.max(9, Math.floor(rows / 2));
	}

	get #shown(): readonly SessionInfo[] {
		return searchSessions(ordered(this.#sessions, this.#order), this.#search.query, this.#fromHistory);
	}

	#handleKey(data: string): void {
		const { keymap, done } = this.#context;
		const shown = this.#shown;
		const page = Math.max(1, Math.floor(this.#height / rowsPerSession) - 1);
		const moved = movedCursor(data, keymap, { index: this.#selected, count: shown.length, page });
		const session = shown[this.#selected];
		const isIdle = this.#search.query === "";
		if (moved !== undefined) this.#selected = moved;
		else if (keymap.matches(data, "tui.select.confirm")) {
			if (session) done(session);
		} else if (keymap.matches(data, "tui.select.cancel")) {
			if (!this.#search.clear()) done(undefined);
		} else if (matchesKey(data, "tab")) this.#switchScope();
		else if (keymap.matches(data, "app.session.toggleSort")) this.#nextOrder();
		else if (keymap.matches(data, "app.session.togglePath")) this.#showsPaths = !this.#showsPaths;
		else if (keymap.matches(data, "app.session.rename")) this.#askName(session);
		else if (keymap.matches(data, "app.session.delete") || (isIdle && this.#meansDelete(data)))
			this.#askDelete(session);
		else this.#search.handleInput(data);
	}

	/** Only while nothing is typed that these keys could delete instead. */
	#meansDelete(data: string): boolean {
		const isNamed = this.#context.keymap.matches(data, "app.session.deleteNoninvasive");
		return isNamed || ["delete", "backspace"].some((chord) => matchesKey(data, chord));
	}

	#startSearch(query: string): void {
		this.#selected = 0;
		this.#fromHistory = new Set();
		clearTimeout(this.#timer);
		if (query.trim() === "") return;
		this.#timer = setTimeout(() => {
			void this.#options.findInHistory(query).then((found) => {
				if (this.#search.query !== query) return;
				this.#fromHistory = found;
				this.#context.requestRender();
			});
		}, pauseMs);
	}

	#switchScope(): void {
		this.#scope = this.#scope === "folder" ? "everywhere" : "folder";
		this.#selected = 0;
		this.#sessions = this.#options.list(this.#scope);
	}

	#nextOrder(): void {
		const at = sessionOrders.indexOf(this.#order) + 1;
		this.#order = sessionOrders[at % sessionOrders.length] ?? "recent";
		this.#notice = `Sorted by ${this.#order === "recent" ? "time" : this.#order}`;
	}

	#askName(session: SessionInfo | undefined): void {
		if (!session) return;
		const { theme, keymap } = this.#context;
		const input = new Input({
			theme,
			keymap,
			prompt: "New name: ",
			onSubmit: (name) => {
				this.#close();
				if (name.trim() !== "") this.#change(this.#options.rename(session.path, name), `Renamed to ${name.trim()}`);
			},
			onCancel: () => this.#close(),
		});
		input.setText(session.title ?? "");
		this.#open = input;
	}

	#askDelete(session: SessionInfo | undefined): void {
		if (!session) return;
		const { theme, keymap } = this.#context;
		const { title, facts } = sessionWords(session, this.#options.now());
		this.#open = new ChoiceMenu<boolean>({
			theme,
			keymap,
			title: `Delete ${title}?`,
			help: `${facts}. Deletes the session file and its artifacts. This cannot be undone.`,
			choices: [
				{ value: false, label: "Keep" },
				{ value: true, label: "Delete" },
			],
			onChoose: (isSure) => {
				this.#close();
				if (isSure) this.#change(this.#options.remove(session.path), `Deleted ${title}`);
			},
			onCancel: () => this.#close(),
		});
	}

	#close(): void {
		this.#open = undefined;
	}

	#change(work: Promise<void>, notice: string): void {
		const report = (text: string) => {
			this.#notice = text;
			this.#sessions = this.#options.list(this.#scope);
			this.#selected = Math.max(0, Math.min(this.#selected, this.#shown.length - 1));
			this.#context.requestRender();
		};
		work.then(
			() => report(notice),
			(error: unknown) => report(errorMessage(error)),
		);
	}
}
