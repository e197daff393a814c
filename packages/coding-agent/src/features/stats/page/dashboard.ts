import { isShort, type Range, ranges } from "../queries/range.ts";
import { behaviorPage } from "./pages/behavior.ts";
import { costsPage } from "./pages/costs.ts";
import { gainPage } from "./pages/gain.ts";
import { modelsPage } from "./pages/models.ts";
import { overviewPage } from "./pages/overview.ts";
import { projectsPage } from "./pages/projects.ts";
import { providersPage } from "./pages/providers.ts";
import { errorsPage, requestsPage } from "./pages/requests.ts";
import { toolsPage } from "./pages/tools.ts";
import { h } from "./parts/dom.ts";
import { Drawer } from "./parts/drawer.ts";
import { fetchJson } from "./parts/fetch-json.ts";
import { minute } from "./parts/format.ts";
import type { Answer, Page } from "./parts/page-view.ts";
import { Preferences, themes } from "./parts/preferences.ts";

const pages: readonly Page[] = [
	overviewPage,
	requestsPage,
	errorsPage,
	modelsPage,
	providersPage,
	toolsPage,
	costsPage,
	behaviorPage,
	projectsPage,
	gainPage,
];
/** Several changes in a row are one redraw. */
const settleMs = 400;

/** The page in the browser: ten views of the numbers, drawn anew when there are others. */
class Dashboard {
	readonly #preferences = new Preferences();
	readonly #drawer = new Drawer();
	readonly #openTables = new Set<string>();
	readonly #links = new Map<string, HTMLAnchorElement>();
	readonly #title = h("h1", { tabindex: -1 });
	readonly #notices = h("div", { role: "status" });
	readonly #content = h("div", { class: "panels-place" });
	readonly #live = h("span", { class: "live", "data-on": "false" }, "Not connected");
	readonly #ranges: HTMLElement;
	#loading = new AbortController();
	#drawn = "";
	#project = "";
	#timer = 0;

	constructor() {
		this.#preferences.applyTheme();
		this.#ranges = this.#drawChoice("Range", ranges, this.#preferences.range, (range) => this.#chooseRange(range));
	}

	start(place: HTMLElement): void {
		const links = pages.map(({ name, title }) => {
			const link = h("a", { href: `#${name}` }, title);
			this.#links.set(name, link);
			return h("li", {}, link);
		});
		const theme = this.#drawChoice("Theme", themes, this.#preferences.theme, (chosen) => {
			this.#preferences.theme = chosen;
		});
		const sync = h("button", { type: "button", id: "sync", onclick: () => void this.#sync() }, "Sync");
		const bar = h("div", { class: "bar" }, this.#title, this.#live, this.#ranges, sync, theme);
		const brand = h("p", { class: "brand" }, "omp ", h("span", {}, "stats"));
		const rail = h("nav", { class: "rail", "aria-label": "Pages" }, brand, h("ul", {}, ...links));
		const main = h("main", { class: "page", id: "main", tabindex: -1 }, bar, this.#notices, this.#content);
		place.replaceChildren(h("div", { class: "layout" }, rail, main), this.#drawer.element);
		addEventListener("hashchange", () => {
			this.#drawn = "";
			void this.load();
		});
		void this.load();
		this.#follow();
	}

	/** Fetches and draws the page of the address. */
	async load(): Promise<void> {
		const page = pages.find(({ name }) => name === location.hash.slice(1).split("?")[0]) ?? overviewPage;
		this.#mark(page);
		this.#loading.abort();
		const loading = new AbortController();
		this.#loading = loading;
		const isFirst = this.#drawn === "";
		if (isFirst) this.#content.replaceChildren(h("p", { class: "state", role: "status" }, "Loading …"));
		try {
			const newest = page.hasRange ? await this.#findNewest(loading.signal) : null;
			const answer = await fetchJson(this.#path(page), loading.signal);
			const text = JSON.stringify([page.name, this.#preferences.range, this.#project, answer]);
			if (text === this.#drawn) return;
			this.#drawn = text;
			this.#draw(page, answer as never, { isQuiet: !isFirst });
			if (page.hasRange) this.#explainEmpty(newest);
		} catch (error) {
			if (loading.signal.aborted) return;
			this.#drawn = "";
			const again = h("button", { type: "button", onclick: () => void this.load() }, "Try again");
			this.#content.replaceChildren(
				h(
					"div",
					{ class: "state bad", role: "alert" },
					h("p", {}, error instanceof Error ? error.message : String(error)),
					again,
				),
			);
		}
	}

	/** When the newest request was; the usual range has it. */
	async #findNewest(signal: AbortSignal): Promise<Answer<"newest">> {
		const newest = (await fetchJson(`/api/stats/newest?range=${this.#preferences.range}`, signal)) as Answer<"newest">;
		if (newest === null || this.#preferences.hasChosenRange) return newest;
		this.#preferences.usualRange = newest.range;
		this.#markRange();
		return { ...newest, isInRange: true };
	}

	/** Says why a page has no numbers, and what to do. */
	#explainEmpty(newest: Answer<"newest">): void {
		if (newest === null) {
			// Quotas need no request.
			if (this.#content.querySelector("svg, table") !== null) return;
			const text = "No requests yet. Ask omp something in a project: what that uses is counted here.";
			this.#content.replaceChildren(h("p", { class: "state", role: "status" }, text));
			return;
		}
		if (newest.isInRange) return;
		const wider = newest.range;
		const show = h(
			"button",
			{ type: "button", id: "wider", onclick: () => this.#chooseRange(wider) },
			wider === "all" ? "Show all" : `Show ${wider}`,
		);
		this.#content.prepend(h("p", { class: "notice" }, `The newest request was on ${minute(newest.timestamp)}. `, show));
	}

	#chooseRange(range: Range): void {
		this.#preferences.range = range;
		this.#markRange();
		void this.load();
	}

	#markRange(): void {
		for (const button of this.#ranges.querySelectorAll("button"))
			button.setAttribute("aria-pressed", String(button.value === this.#preferences.range));
	}

	#path({ path, hasRange, name }: Page): string {
		if (!hasRange) return path;
		const project = name === "gain" && this.#project !== "" ? `&project=${encodeURIComponent(this.#project)}` : "";
		return `${path}?range=${this.#preferences.range}${project}`;
	}

	#draw(page: Page, answer: never, { isQuiet }: { readonly isQuiet: boolean }): void {
		const focused = document.activeElement?.id ?? "";
		const typed = document.querySelector<HTMLInputElement>("#filter")?.value ?? "";
		const parts = page.draw(answer, {
			isHours: page.hasRange && isShort(this.#preferences.range),
			open: this.#openTables,
			showRequest: (id) => void this.#drawer.show(id),
			project: this.#project,
			chooseProject: (project) => {
				this.#project = project;
				void this.load();
			},
		});
		const isPanel = (part: HTMLElement) => part.classList.contains("panel");
		const grid = h("div", { class: isQuiet ? "panels quiet" : "panels" }, ...parts.filter(isPanel));
		this.#content.replaceChildren(
			...parts.filter((part) => !isPanel(part) && !part.querySelector("table, .panel")),
			grid,
			...parts.filter((part) => !isPanel(part) && part.querySelector("table, .panel") !== null),
		);
		const filter = document.querySelector<HTMLInputElement>("#filter");
		if (filter && typed !== "") {
			filter.value = typed;
			filter.dispatchEvent(new Event("input"));
		}
		// A redraw must not take the focus away.
		if (isQuiet && focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
	}

	#mark({ name, title, hasRange }: Page): void {
		document.title = `${title} · omp stats`;
		this.#title.textContent = title;
		this.#ranges.hidden = !hasRange;
		for (const [page, link] of this.#links) {
			if (page === name) link.setAttribute("aria-current", "page");
			else link.removeAttribute("aria-current");
		}
	}

	#drawChoice<Value extends string>(
		label: string,
		values: readonly Value[],
		current: Value,
		choose: (value: Value) => void,
	): HTMLElement {
		const buttons = values.map((value) => {
			const name = value === "all" ? "All" : value.replace(/^[a-z]/, (letter) => letter.toUpperCase());
			const button = h("button", { type: "button", value, "aria-pressed": String(value === current) }, name);
			button.addEventListener("click", () => {
				for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
				choose(value);
			});
			return button;
		});
		return h("div", { class: "group", role: "group", "aria-label": label }, ...buttons);
	}

	async #sync(): Promise<void> {
		try {
			await fetchJson("/api/sync");
			this.#say(undefined);
		} catch (error) {
			this.#say(error instanceof Error ? error.message : String(error));
		}
		await this.load();
	}

	/** The server says when there is something new. */
	#follow(): void {
		const events = new EventSource("/api/events");
		const show = (isOn: boolean) => {
			this.#live.dataset.on = String(isOn);
			this.#live.textContent = isOn ? "Live" : "Not connected";
		};
		events.addEventListener("hello", (event) => {
			show(true);
			const { notice } = JSON.parse(event.data) as { readonly notice: string | null };
			if (notice !== null) this.#say(notice);
		});
		events.addEventListener("changed", () => {
			this.#say(undefined);
			clearTimeout(this.#timer);
			this.#timer = Number(setTimeout(() => void this.load(), settleMs));
		});
		events.addEventListener("problem", (event) => {
			this.#say((JSON.parse(event.data) as { readonly message: string }).message);
		});
		// The browser connects again by itself.
		events.addEventListener("error", () => show(false));
	}

	#say(text: string | undefined): void {
		this.#notices.replaceChildren(...(text === undefined ? [] : [h("p", { class: "notice" }, text)]));
	}
}

const place = document.getElementById("app");
if (place) new Dashboard().start(place);
