import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { typedText } from "@oh-my-pi/pi-tui/input/typed-text";
import type { Setting, SettingsTab } from "@oh-my-pi/pi-utils/settings/setting";
import { type PanelTab, panelTabs, panelValue } from "../../settings/catalog/panel-tabs.ts";
import { unusedReason } from "../../settings/catalog/unused-reason.ts";
import type { DialogContext } from "../contract/dialog.ts";
import { ChoiceMenu } from "../parts/choice-menu.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { SearchField } from "../parts/search-field.ts";
import { drawPanel } from "./draw-panel.ts";
import { PanelEditor } from "./panel-editor.ts";
import { nextSection, type PanelRow, panelRows } from "./panel-rows.ts";
import { isChanged, overriddenBy } from "./setting-facts.ts";
import { isThemeSetting, type PreviewPorts, previewValue } from "./setting-preview.ts";

export interface SettingsPanelOptions extends PreviewPorts {
	/** What is searched for at first. */
	readonly search?: string;
	/** Every theme there is to choose from. */
	readonly themes: readonly string[];
	readonly showsImages: boolean;
	/** The status line as it would be now. */
	readonly statusLine: (width: number) => string;
}

/** The settings on the whole screen: tabs above, sections on the left, rows on the right, what they mean below. */
export class SettingsPanel implements Component, Focusable {
	readonly #options: SettingsPanelOptions;
	readonly #context: DialogContext<never>;
	readonly #search: SearchField;
	#tab: SettingsTab = "Appearance";
	#selected = 0;
	#page = 10;
	#open: PanelEditor | ChoiceMenu<string> | undefined;
	#notice: string | undefined;
	focused = false;

	constructor(options: SettingsPanelOptions, context: DialogContext<never>) {
		this.#options = options;
		this.#context = context;
		const { theme, keymap } = context;
		this.#search = new SearchField({
			theme,
			keymap,
			placeholder: "Type to search",
			onChange: () => {
				this.#selected = 0;
			},
		});
		if (options.search) this.#search.setQuery(options.search);
	}

	handleInput(data: string): void {
		this.#notice = undefined;
		if (this.#open) this.#open.handleInput(data);
		else this.#handleKey(data);
	}

	handlePaste(text: string): void {
		if (this.#open instanceof PanelEditor) this.#open.handlePaste(text);
		else if (!this.#open) this.#search.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { settings, statusLine } = this.#options;
		const { theme, keymap, rows: height } = this.#context;
		const rows = this.#rows;
		const { drawn, page } = drawPanel({
			tabs: this.#tabs.map(({ tab }) => tab),
			tab: this.#currentTab,
			rows,
			selected: this.#selected,
			query: this.#search.query,
			searchField: (columns) => this.#search.draw(columns, this.focused && this.#open === undefined),
			open: this.#open,
			notice: this.#notice,
			settings,
			statusLine,
			theme,
			keymap,
			width,
			height: height(),
		});
		this.#page = page;
		return drawn;
	}

	/** A choice that was only shown is not kept. */
	dispose(): void {
		void this.#options.previewTheme(undefined);
	}

	get #tabs(): readonly PanelTab[] {
		const isSearching = this.#search.query.trim() !== "";
		return panelTabs(this.#options.settings, { showsImages: this.#options.showsImages, isSearching });
	}

	get #rows(): readonly PanelRow[] {
		return panelRows(this.#tabs, this.#tab, this.#search.query);
	}

	get #row(): PanelRow | undefined {
		return this.#rows[this.#selected];
	}

	/** While searching, the tab that the chosen row is from. */
	get #currentTab(): SettingsTab {
		return this.#search.query === "" ? this.#tab : (this.#row?.tab ?? this.#tab);
	}

	#handleKey(data: string): void {
		const { keymap } = this.#context;
		const rows = this.#rows;
		const isIdle = this.#search.query === "";
		const moved = movedCursor(data, keymap, { index: this.#selected, count: rows.length, page: this.#page });
		if (moved !== undefined) this.#selected = moved;
		else if (keymap.matches(data, "tui.select.cancel")) this.#leave();
		else if (keymap.matches(data, "tui.select.confirm") || (data === " " && isIdle)) this.#change();
		else if (matchesKey(data, "tab")) this.#selected = nextSection(rows, this.#selected, 1);
		else if (matchesKey(data, "shift+tab")) this.#selected = nextSection(rows, this.#selected, -1);
		else if (matchesKey(data, "left")) this.#moveTab(-1);
		else if (matchesKey(data, "right")) this.#moveTab(1);
		else if (isIdle && data === "r" && this.#row && isChanged(this.#options.settings, this.#row.setting)) this.#reset();
		// A way to search for what begins with r.
		else if (isIdle && typedText(data) === "/") return;
		else this.#search.handleInput(data);
	}

	#leave(): void {
		if (this.#search.clear()) return;
		this.#context.done(undefined);
	}

	/** Between tabs, or while searching between those that have matches. */
	#moveTab(step: 1 | -1): void {
		const rows = this.#rows;
		const searching = this.#search.query !== "";
		const tabs = this.#tabs.map(({ tab }) => tab).filter((tab) => !searching || rows.some((row) => row.tab === tab));
		const next = tabs[(tabs.indexOf(this.#currentTab) + step + tabs.length) % tabs.length] ?? this.#tab;
		this.#tab = next;
		this.#selected = searching
			? Math.max(
					0,
					rows.findIndex(({ tab }) => tab === next),
				)
			: 0;
	}

	#change(): void {
		const setting = this.#row?.setting;
		if (!setting) return;
		const unused = unusedReason(setting.key);
		if (unused !== undefined) {
			this.#notice = `${setting.key} cannot be changed here: ${unused}`;
			return;
		}
		const value = this.#options.settings.get(setting);
		const { theme, keymap } = this.#context;
		const close = () => {
			this.#open = undefined;
		};
		const values = isThemeSetting(setting) ? this.#options.themes : setting.values;
		if (setting.type === "boolean") this.#keep(setting, value !== true);
		else if (values) {
			this.#open = new ChoiceMenu<string>({
				theme,
				keymap,
				title: setting.label,
				help: setting.help,
				choices: values.map((name) => ({
					value: name,
					label: name,
					...(name === setting.default && { note: "default" }),
				})),
				isCurrent: (name) => name === String(value),
				onHighlight: (shown) => previewValue(this.#options, setting, shown),
				onChoose: (chosen) => {
					close();
					this.#keep(setting, chosen);
					previewValue(this.#options, setting, undefined);
				},
				onCancel: close,
			});
		} else {
			const onSave = (saved: unknown) => {
				close();
				this.#keep(setting, saved);
			};
			this.#open = new PanelEditor({ theme, keymap, setting, value, onSave, onCancel: close });
		}
	}

	#keep(setting: Setting<unknown>, value: unknown): void {
		const { settings } = this.#options;
		settings.set(setting, value);
		const by = overriddenBy(settings, setting);
		if (by) this.#notice = `${setting.key} = ${panelValue(setting, value)} is saved; here ${by} goes before it`;
		this.#stayOn(setting);
	}

	#reset(): void {
		const setting = this.#row?.setting;
		if (!setting) return;
		const { settings } = this.#options;
		const before = panelValue(setting, settings.get(setting));
		settings.unset(setting);
		const by = overriddenBy(settings, setting);
		this.#notice = by ? `${setting.key} is set by ${by}` : `${setting.key} is the default again; it was ${before}`;
		this.#stayOn(setting);
	}

	/** Rows may come or go with a value. */
	#stayOn(setting: Setting<unknown>): void {
		const at = this.#rows.findIndex((row) => row.setting.key === setting.key);
		if (at >= 0) this.#selected = at;
	}
}
