import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure, withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { type Browser, isAnswering, startBrowser, type WantedBrowser } from "../chromium/browsers.ts";
import { listPages, type PageTarget } from "../chromium/endpoint.ts";
import type { AdmitHost } from "../chromium/guarded-proxy.ts";
import type { AdmitFile } from "../chromium/page-guard.ts";
import type { OpenRequest, Viewport } from "../messages.ts";
import { Tab, type TabHost } from "./tab.ts";
import { TabProcess } from "./tab-process.ts";

/** What opening a tab takes. */
export interface TabRequest {
	readonly name: string;
	readonly wanted: WantedBrowser;
	/** A part of the URL or title of a page that is there already. */
	readonly target?: string;
	readonly viewport?: Viewport;
	readonly dialogs?: OpenRequest["dialogs"];
	readonly screenshotFolder?: string;
	readonly sendsPictures: boolean;
	readonly cwd: string;
	/** Of the browser. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Of the process of the tab, besides. */
	readonly hostEnv: Readonly<Record<string, string>>;
	readonly admitHost: AdmitHost;
	readonly host: TabHost;
	readonly signal: AbortSignal;
}

export const defaultViewport: Viewport = { width: 1365, height: 768, scale: 1.25 };

const maxTabs = 20;
const pagePollMs = 150;

/** The browsers of this omp and their tabs, by name; shared by all conversations. */
export class Tabs implements AsyncDisposable {
	readonly #tabs = new Map<string, Tab>();
	readonly #opening = new Set<string>();
	readonly #browsers = new Map<string, Promise<Browser>>();
	/** Of the conversation that has used a browser last. */
	readonly #admitters = new Map<string, Pick<TabRequest, "admitHost" | "host">>();
	#files: Promise<string> | undefined;
	#hasExplained = false;
	readonly #heard = new Set<string>();

	readonly #program: string | undefined;

	constructor(options: { readonly program?: string } = {}) {
		this.#program = options.program;
	}

	find(name: string): Tab | undefined {
		return this.#tabs.get(name);
	}

	get names(): string[] {
		return [...this.#tabs.keys()];
	}

	/** True once: whoever opens the first tab is told how tabs are used. */
	takeExplanation(): boolean {
		const isFirst = !this.#hasExplained;
		this.#hasExplained = true;
		return isFirst;
	}

	/** Those that were not given before. */
	unheard(notices: readonly string[]): string[] {
		const fresh = notices.filter((notice) => !this.#heard.has(notice));
		for (const notice of fresh) this.#heard.add(notice);
		return fresh;
	}

	/** The tab of that name, made when there is none, when it has died, or when it would answer dialogs otherwise. */
	async open(request: TabRequest): Promise<{ readonly tab: Tab; readonly isNew: boolean }> {
		const { name, wanted } = request;
		const known = this.#tabs.get(name);
		if (known?.isAlive && known.browser.wanted.key !== wanted.key) {
			throw new ToolError(
				`Tab "${name}" is bound to a different browser (${known.browser.wanted.label}). Close it first.`,
			);
		}
		if (this.#opening.has(name)) throw new ToolError(`Tab "${name}" is busy`);
		const isKept =
			known?.isAlive &&
			request.target === undefined &&
			(known.dialogs ?? "") === (request.dialogs ?? known.dialogs ?? "");
		if (known && isKept) {
			known.check();
			this.use(known, request);
			if (request.viewport) await known.resize(request.viewport, request.signal);
			return { tab: known, isNew: false };
		}
		if (known?.isBusy) known.check();
		this.#opening.add(name);
		try {
			if (known) await this.#drop(known);
			return { tab: await this.#make(request), isNew: true };
		} finally {
			this.#opening.delete(name);
		}
	}

	/** From now on, what the tab may reach is what this conversation may. */
	use(tab: Tab, { admitHost, host }: Pick<TabRequest, "admitHost" | "host">): void {
		tab.host = host;
		this.#admitters.set(tab.browser.wanted.key, { admitHost, host });
	}

	/** Closes a tab, and its browser with the last one when that is headless, or an app when it shall be killed. */
	async close(name: string, { kill = false } = {}): Promise<{ readonly ended?: string } | undefined> {
		const tab = this.#tabs.get(name);
		if (!tab) return undefined;
		await this.#drop(tab);
		const { wanted, exited } = tab.browser;
		const isLast = ![...this.#tabs.values()].some(({ browser }) => browser === tab.browser);
		if (!(isLast && (wanted.kind === "headless" || (kill && wanted.kind === "spawned")))) return {};
		if (this.#opening.size > 0 && wanted.kind === "headless") return {};
		this.#browsers.delete(wanted.key);
		await tab.browser.end();
		return wanted.kind === "spawned" && exited ? { ended: wanted.label } : {};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const tabs = [...this.#tabs.values()];
		this.#tabs.clear();
		await Promise.all(tabs.map((tab) => ignoreFailure(tab.close(), "omp ends")));
		const browsers = [...this.#browsers.values()];
		this.#browsers.clear();
		await Promise.all(
			browsers.map((browser) => ignoreFailure(async () => (await browser).end(), "the guardian ends it")),
		);
		await ignoreFailure(() => this.#dropEmptyFolder(), "an empty folder does no harm");
	}

	async #make(request: TabRequest): Promise<Tab> {
		if (this.#tabs.size >= maxTabs)
			throw new ToolError(`${maxTabs} tabs are open, which is the most. Close one first.`);
		const { name, wanted, dialogs, signal, cwd, env, hostEnv } = request;
		// Both take their time.
		const process = new TabProcess({ cwd, env: { ...env, ...hostEnv }, program: this.#program });
		try {
			const before = this.#browsers.get(wanted.key);
			const browser = await this.#browser(request);
			const isFirst = (await before) !== browser;
			const tab = new Tab({ name, browser, dialogs, process, host: request.host });
			const target = await this.#target(browser, request, { isFirst });
			const viewport = request.viewport ?? (wanted.kind === "headless" ? defaultViewport : undefined);
			const files = await this.#filesFolder();
			await tab.open(
				{
					webSocket: browser.endpoint.webSocket,
					name,
					...(target && { targetId: target.id }),
					isFirst: isFirst && wanted.kind === "headless",
					mayAdopt: wanted.kind !== "headless",
					...(viewport && { viewport }),
					...(dialogs && { dialogs }),
					screenshotFolder: request.screenshotFolder ?? join(files, "screenshots"),
					...(wanted.kind === "headless" && { downloadFolder: join(files, "downloads") }),
					checksDocuments: wanted.kind !== "headless",
					sendsPictures: request.sendsPictures,
				},
				signal,
			);
			this.#tabs.set(name, tab);
			return tab;
		} catch (error) {
			await process.kill();
			await this.#endUnused(wanted.key);
			throw error;
		}
	}

	/** A browser that was started for a tab that then failed. */
	async #endUnused(key: string): Promise<void> {
		const known = this.#browsers.get(key);
		const browser = await withFallback(known ?? Promise.resolve(undefined), undefined, "it has not started");
		if (browser?.wanted.kind !== "headless" || [...this.#tabs.values()].some((tab) => tab.browser === browser)) return;
		if (this.#opening.size > 1) return;
		this.#browsers.delete(key);
		await ignoreFailure(browser.end(), "the guardian ends it");
	}

	async #browser(request: TabRequest): Promise<Browser> {
		const { wanted, signal } = request;
		const { key } = wanted;
		this.#admitters.set(key, request);
		const known = this.#browsers.get(key);
		if (known) {
			const browser = await known;
			if (await isAnswering(browser, signal)) return browser;
			if (this.#browsers.get(key) === known) this.#browsers.delete(key);
		}
		const waiting = this.#browsers.get(key);
		if (waiting) return waiting;
		const admit: AdmitHost = (host, port) => {
			const current = this.#admitters.get(key);
			return current ? current.admitHost(host, port) : Promise.reject(new Error(`${host} was refused`));
		};
		const admitFile: AdmitFile = (url, kind) => this.#admitters.get(key)?.host.admitFile(url, kind) ?? false;
		const viewport = request.viewport ?? defaultViewport;
		const starting = startBrowser(wanted, { ...request, viewport, admit, admitFile });
		this.#browsers.set(key, starting);
		const forget = () => {
			if (this.#browsers.get(key) === starting) this.#browsers.delete(key);
		};
		try {
			const browser = await starting;
			void browser.exited?.then(async () => {
				forget();
				await browser.end();
			});
			return browser;
		} catch (error) {
			forget();
			throw error;
		}
	}

	/** The page that is asked for, or the one of an app, which may take a while to open it. */
	async #target(
		browser: Browser,
		{ target, wanted, signal }: TabRequest,
		{ isFirst }: { isFirst: boolean },
	): Promise<PageTarget | undefined> {
		if (target === undefined && wanted.kind !== "spawned") return undefined;
		const wantsPage = (page: PageTarget) =>
			target === undefined || page.url.includes(target) || page.title.toLowerCase().includes(target.toLowerCase());
		const rounds = isFirst && wanted.kind === "spawned" ? 60 : 1;
		let pages: PageTarget[] = [];
		for (let round = 0; round < rounds; round++) {
			if (round > 0) await sleep(pagePollMs, { signal });
			pages = await listPages(browser.endpoint, { signal });
			const found = pages.find(wantsPage);
			if (found) return found;
		}
		const list = pages.map(({ title, url }) => `- ${title || "(no title)"}: ${url}`.slice(0, 200)).slice(0, 20);
		throw new ToolError(
			target === undefined
				? `${wanted.label} has no page that could be driven`
				: `No page has "${target}" in its URL or title. ${list.length > 0 ? `There are:\n${list.join("\n")}` : "There are no pages."}`,
		);
	}

	async #drop(tab: Tab): Promise<void> {
		if (this.#tabs.get(tab.name) === tab) this.#tabs.delete(tab.name);
		await tab.close();
	}

	/** Where nothing was saved, nothing stays. */
	async #dropEmptyFolder(): Promise<void> {
		const folder = await this.#files;
		if (folder === undefined) return;
		await ignoreFailure(rmdir(join(folder, "downloads")), "it was not made, or has files in it");
		await ignoreFailure(rmdir(folder), "it has files in it");
	}

	/** For what tabs save, unless the user names a folder. It stays: the user may want the files. */
	#filesFolder(): Promise<string> {
		this.#files ??= mkdtemp(join(tmpdir(), "omp-browser-files-"));
		return this.#files;
	}
}
