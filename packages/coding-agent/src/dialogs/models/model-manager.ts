import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import type { Settings } from "../../settings/settings.ts";
import type { DialogContext } from "../contract/dialog.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { SearchField } from "../parts/search-field.ts";
import { drawManagerScreen, type ManagerRow } from "./draw-manager-screen.ts";
import { ManagerMenus, type Pick } from "./manager-menus.ts";
import { addFallback, clearRow, type RoleRow, roleRows } from "./model-roles.ts";
import { type ModelSource, modelSources, modelsIn, type ProviderModels } from "./model-sources.ts";

export interface ModelManagerOptions {
	readonly providers: readonly ProviderModels[];
	readonly settings: Settings;
	/** Tokens a second by selector, as far as they have been measured. */
	readonly speeds?: ReadonlyMap<string, number>;
	/** The session's model. */
	readonly current: () => Model | undefined;
	/** The session goes on with another model. */
	readonly use: (model: Model, level: ThinkingLevel | undefined) => void;
}

/** A provider the user wants to log in to; everything else is done in the dialog. */
export interface LoginWish {
	readonly login: string;
}

/** Models on the whole screen: sources on the left, models or roles on the right, facts below. */
export class ModelManager implements Component, Focusable {
	readonly #options: ModelManagerOptions;
	readonly #context: DialogContext<LoginWish>;
	readonly #sources: readonly ModelSource[];
	readonly #search: SearchField;
	readonly #menus: ManagerMenus;
	#source = 1;
	#selected = 0;
	#isLeft = false;
	/** A model is being chosen for this; otherwise one is looked for, to say what it is for. */
	#pick: Pick | undefined;
	#notice: string | undefined;
	#page = 10;
	focused = false;

	constructor(options: ModelManagerOptions, context: DialogContext<LoginWish>) {
		this.#options = options;
		this.#context = context;
		this.#sources = modelSources(options.providers);
		const { theme, keymap } = context;
		this.#search = new SearchField({
			theme,
			keymap,
			placeholder: "Type to search",
			onChange: () => {
				this.#selected = 0;
				this.#isLeft = false;
			},
		});
		this.#menus = new ManagerMenus({
			theme,
			keymap,
			settings: options.settings,
			use: options.use,
			say: (text) => {
				this.#notice = text;
			},
			pick: (pick) => this.#startPick(pick),
		});
		this.#selectCurrent();
	}

	handleInput(data: string): void {
		this.#notice = undefined;
		if (this.#menus.isOpen) this.#menus.handleInput(data);
		else this.#handleKey(data);
	}

	handlePaste(text: string): void {
		if (this.#menus.isOpen) this.#menus.handlePaste(text);
		else this.#search.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { providers, settings, speeds = new Map(), current } = this.#options;
		const { theme, rows: height } = this.#context;
		const { drawn, page } = drawManagerScreen({
			sources: this.#sources,
			source: this.#source,
			isLeft: this.#isLeft,
			rows: this.#rows,
			selected: this.#selected,
			pick: this.#pick,
			notice: this.#notice,
			providers,
			settings,
			speeds,
			current: current(),
			searchField: (columns) => this.#search.draw(columns, this.focused && !this.#menus.isOpen),
			menu: this.#menus.isOpen ? (columns, rows) => this.#menus.draw(columns, rows) : undefined,
			theme,
			width,
			height: height(),
		});
		this.#page = page;
		return drawn;
	}

	get #shownSource(): ModelSource {
		return this.#sources[this.#source] ?? { kind: "all" };
	}

	get #rows(): readonly ManagerRow[] {
		const { providers, settings } = this.#options;
		const source = this.#shownSource;
		const { query } = this.#search;
		if (source.kind !== "roles" || query !== "") {
			return modelsIn(source, providers, query).map((model) => ({ kind: "model", model }));
		}
		return [
			...roleRows(settings).map((row): ManagerRow => ({ kind: "role", row })),
			{ kind: "new", what: "role" },
			{ kind: "new", what: "fallback" },
		];
	}

	#handleKey(data: string): void {
		const { keymap } = this.#context;
		const [index, count] = this.#isLeft ? [this.#source, this.#sources.length] : [this.#selected, this.#rows.length];
		const moved = movedCursor(data, keymap, { index, count, page: this.#page });
		const isIdle = this.#search.query === "";
		const row = this.#isLeft ? undefined : this.#rows[this.#selected];
		if (moved !== undefined) this.#moveTo(moved);
		else if (keymap.matches(data, "tui.select.cancel")) this.#leave();
		else if (keymap.matches(data, "tui.select.confirm")) this.#choose(row);
		else if (matchesKey(data, "tab")) this.#isLeft = !this.#isLeft;
		else if (matchesKey(data, "left")) this.#isLeft = true;
		else if (matchesKey(data, "right")) this.#isLeft = false;
		else if (row?.kind === "role" && matchesKey(data, "delete")) this.#clear(row.row);
		else if (row?.kind === "role" && isIdle && data === "f") this.#startPick({ fallbackFor: keyOf(row.row) });
		else this.#search.handleInput(data);
	}

	#moveTo(index: number): void {
		if (!this.#isLeft) this.#selected = index;
		else {
			this.#source = index;
			this.#selected = 0;
		}
	}

	#leave(): void {
		if (this.#search.clear()) return;
		if (this.#pick) {
			this.#pick = undefined;
			this.#source = 0;
			this.#selected = 0;
		} else this.#context.done(undefined);
	}

	#choose(row: ManagerRow | undefined): void {
		const source = this.#shownSource;
		const missing = source.kind === "provider" && source.provider.whyNot !== undefined ? source.provider : undefined;
		if (missing?.hasLogin) this.#context.done({ login: missing.id });
		else if (missing) this.#notice = missing.whyNot;
		else if (this.#isLeft) this.#isLeft = false;
		else if (row?.kind === "new") this.#menus.askName(row.what);
		else if (row?.kind === "role" && row.row.kind === "role") this.#startPick({ role: row.row.role });
		else if (row?.kind === "model") this.#take(row.model);
	}

	#take(model: Model): void {
		const pick = this.#pick;
		if (!pick) {
			this.#menus.askRole(model);
			return;
		}
		this.#pick = undefined;
		this.#search.clear();
		this.#source = 0;
		if ("role" in pick) this.#menus.askLevel(model, pick.role);
		else {
			addFallback(this.#options.settings, pick.fallbackFor, model);
			this.#notice = `${selectorOf(model)} is a fallback for ${pick.fallbackFor}`;
		}
	}

	#startPick(pick: Pick): void {
		this.#pick = pick;
		this.#search.clear();
		this.#source = 1;
		this.#isLeft = false;
		this.#selectCurrent();
	}

	#clear(row: RoleRow): void {
		clearRow(this.#options.settings, row);
		this.#selected = Math.min(this.#selected, this.#rows.length - 1);
		this.#notice = row.kind === "role" ? `${row.role} is automatic again` : `${row.selector} is no longer a fallback`;
	}

	#selectCurrent(): void {
		const current = this.#options.current();
		const name = current && selectorOf(current);
		const at = this.#rows.findIndex((row) => row.kind === "model" && selectorOf(row.model) === name);
		this.#selected = Math.max(0, at);
	}
}

function keyOf(row: RoleRow): string {
	return row.kind === "role" ? row.role : row.of;
}
