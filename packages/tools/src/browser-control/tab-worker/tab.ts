import type { ElementHandle, Frame, HTTPResponse, Page } from "puppeteer-core/internal/puppeteer-core-browser.js";
import type { Picture, Screenshot, WaitUntil } from "../messages.ts";
import { extractPage } from "./extract.ts";
import { modelCopy, type ScreenshotOptions, saveScreenshot, takeScreenshot } from "./screenshot.ts";
import { parseSelector } from "./selectors.ts";
import { type AriaOptions, ariaSnapshot, KnownElements, type ObserveOptions, observeElements } from "./snapshot.ts";
import type { Operations } from "./timed.ts";

type Target = string | ElementHandle;
type Point = { readonly x: number; readonly y: number };
type Pattern<T> = string | RegExp | ((value: T) => boolean | Promise<boolean>);

export interface TabOptions {
	readonly name: string;
	readonly page: Page;
	readonly operations: Operations;
	readonly screenshotFolder: string;
	readonly sendsPictures: boolean;
	readonly now: () => number;
	/** The whole URL of what may be opened; throws for the rest. */
	readonly admit: (url: string) => Promise<string>;
	readonly toMarkdown: (html: string, url: string) => Promise<string>;
	readonly onScreenshot: (screenshot: Screenshot, picture: Picture | undefined) => void;
}

/** What code for a tab calls `tab`. */
export class Tab {
	readonly name: string;
	readonly page: Page;
	readonly #options: TabOptions;
	readonly #observed = new KnownElements("tab.observe()");
	readonly #refs = new KnownElements("tab.ariaSnapshot()");

	constructor(options: TabOptions) {
		this.#options = options;
		this.name = options.name;
		this.page = options.page;
		options.page.on("framenavigated", (frame) => {
			if (frame !== options.page.mainFrame()) return;
			this.#observed.forget();
			this.#refs.forget();
		});
	}

	get #op(): Operations {
		return this.#options.operations;
	}

	get signal(): AbortSignal {
		return this.#op.signal;
	}

	url(): string {
		return this.page.url();
	}

	title(): Promise<string> {
		return this.#op.read("tab.title()", () => this.page.title());
	}

	async goto(
		url: string,
		{ waitUntil = "load" }: { waitUntil?: WaitUntil } = {},
	): Promise<{ url: string; status?: number }> {
		// The user may be asked, and may take their time.
		const whole = await this.#options.admit(String(url));
		return this.#op.navigate(call("goto", url), async (timeout) => {
			const response = await this.page.goto(whole, { waitUntil, timeout });
			const status = response?.status();
			return { url: this.page.url(), ...(status && { status }) };
		});
	}

	observe(options: ObserveOptions = {}) {
		return this.#op.read("tab.observe()", async () => {
			const { elements, nodes, leftOut } = await observeElements(this.page, options);
			this.#observed.hold(nodes);
			const facts = await this.page.evaluate(() => ({
				title: document.title,
				viewport: { width: innerWidth, height: innerHeight },
				scroll: { x: scrollX, y: scrollY, height: document.documentElement.scrollHeight },
			}));
			return { url: this.page.url(), ...facts, elements, ...(leftOut > 0 && { leftOut }) };
		});
	}

	ariaSnapshot(selector?: Target, options: AriaOptions = {}): Promise<string> {
		return this.#op.read(call("ariaSnapshot", selector), async () => {
			const root = selector === undefined ? undefined : await this.#find(selector);
			const { text, nodes } = await ariaSnapshot(this.page, root, options);
			this.#refs.hold(nodes);
			return text;
		});
	}

	/** The element that `observe` gave this number. */
	id(number: number): Promise<ElementHandle> {
		return this.#op.read(call("id", number), () => this.#observed.find(String(number)));
	}

	/** The element that `ariaSnapshot` gave this ref. */
	ref(id: string): Promise<ElementHandle> {
		return this.#op.read(call("ref", id), () => this.#refs.find(String(id).replace(/^(?:@|aria-ref=)/, "")));
	}

	screenshot(options: ScreenshotOptions = {}): Promise<string> {
		return this.#op.read("tab.screenshot()", async () => {
			const { screenshotFolder: folder, sendsPictures, onScreenshot, now } = this.#options;
			const element = options.selector === undefined ? undefined : await this.#find(options.selector);
			const png = await takeScreenshot(this.page, element, options);
			const screenshot = await saveScreenshot(png, { folder, name: this.name, now });
			onScreenshot(screenshot, sendsPictures && !options.silent ? await modelCopy(png) : undefined);
			return screenshot.dest;
		});
	}

	extract(form: "markdown" | "text" = "markdown"): Promise<string> {
		return this.#op.read(call("extract", form), () => extractPage(this.page, form, this.#options.toMarkdown));
	}

	click(target: Target, options: { button?: "left" | "right" | "middle"; count?: number } = {}): Promise<void> {
		return this.#op.act(call("click", target), async (timeout, signal) => {
			const query = buildQuery(target);
			if (query === undefined) return (await this.#find(target)).click(options);
			await this.page
				.locator(query)
				.setTimeout(timeout)
				.click({ ...options, signal });
		});
	}

	/** Types key by key into what is there. */
	type(target: Target, text: string, options: { delay?: number } = {}): Promise<void> {
		return this.#op.act(call("type", target), async (timeout) => {
			const element = await this.#ready(target, timeout);
			await element.type(String(text), options);
		});
	}

	/** Replaces what is there. */
	fill(target: Target, value: string): Promise<void> {
		return this.#op.act(call("fill", target), async (timeout, signal) => {
			const query = buildQuery(target);
			if (query !== undefined) return this.page.locator(query).setTimeout(timeout).fill(String(value), { signal });
			const element = await this.#find(target);
			await element.asLocator().setTimeout(timeout).fill(String(value), { signal });
		});
	}

	press(key: string, { selector }: { selector?: Target } = {}): Promise<void> {
		return this.#op.act(call("press", key), async (timeout) => {
			const parts = String(key).split("+");
			const last = parts.length > 1 ? parts.pop() : undefined;
			if (selector !== undefined) await (await this.#ready(selector, timeout)).focus();
			const keyboard = this.page.keyboard;
			type Key = Parameters<typeof keyboard.press>[0];
			if (last === undefined) return keyboard.press(key as Key);
			for (const modifier of parts) await keyboard.down(modifierKey(modifier) as Key);
			await keyboard.press(last as Key);
			for (const modifier of parts.toReversed()) await keyboard.up(modifierKey(modifier) as Key);
		});
	}

	scroll(deltaX: number, deltaY: number): Promise<void> {
		return this.#op.act("tab.scroll()", async () => {
			const before = await this.page.evaluate(() => [scrollX, scrollY]);
			await this.page.mouse.wheel({ deltaX, deltaY });
			// The wheel takes effect with the next frames.
			await this.page
				.waitForFunction((x, y) => scrollX !== x || scrollY !== y, { timeout: 500 }, before[0], before[1])
				.catch(() => {});
		});
	}

	drag(from: Target | Point, to: Target | Point): Promise<void> {
		return this.#op.act("tab.drag()", async (timeout) => {
			const start = await this.#point(from, timeout);
			const end = await this.#point(to, timeout);
			const { mouse } = this.page;
			await mouse.move(start.x, start.y);
			await mouse.down();
			await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
			await mouse.move(end.x, end.y, { steps: 5 });
			await mouse.up();
		});
	}

	waitFor(selector: Target): Promise<ElementHandle> {
		return this.waitForSelector(selector, { visible: true }).then((element) => {
			if (!element) throw new Error(`Nothing matches ${String(selector)}`);
			return element;
		});
	}

	waitForSelector(
		selector: Target,
		{ timeout: wanted, ...options }: { timeout?: number; visible?: boolean; hidden?: boolean } = {},
	): Promise<ElementHandle | null> {
		return this.#op.act(
			call("waitForSelector", selector),
			async (timeout, signal) => {
				const query = buildQuery(selector);
				if (query === undefined) return this.#find(selector);
				return this.page.waitForSelector(query, { ...options, timeout, signal });
			},
			wanted,
		);
	}

	waitForUrl(pattern: Pattern<string>): Promise<string> {
		return this.#op.act(call("waitForUrl", pattern), async (timeout) => {
			if (await matches(pattern, this.page.url())) return this.page.url();
			const found = Promise.withResolvers<string>();
			const onNavigation = async (frame: Frame) => {
				if (frame !== this.page.mainFrame()) return;
				try {
					if (await matches(pattern, frame.url())) found.resolve(frame.url());
				} catch (error) {
					found.reject(error);
				}
			};
			const listener = (frame: Frame) => void onNavigation(frame);
			this.page.on("framenavigated", listener);
			const timer = setTimeout(() => found.reject(timeoutError()), timeout);
			try {
				return await found.promise;
			} finally {
				clearTimeout(timer);
				this.page.off("framenavigated", listener);
			}
		});
	}

	waitForResponse(pattern: Pattern<HTTPResponse>): Promise<HTTPResponse> {
		return this.#op.act(call("waitForResponse", pattern), (timeout, signal) =>
			this.page.waitForResponse(
				(response) =>
					typeof pattern === "function" ? pattern(response) : Promise.resolve(matches(pattern, response.url())),
				{ timeout, signal },
			),
		);
	}

	waitForNavigation({ waitUntil = "load" }: { waitUntil?: WaitUntil } = {}): Promise<void> {
		return this.#op.act("tab.waitForNavigation()", async (timeout, signal) => {
			await this.page.waitForNavigation({ waitUntil, timeout, signal });
		});
	}

	evaluate(work: string | ((...args: unknown[]) => unknown), ...args: unknown[]): Promise<unknown> {
		return this.#op.read("tab.evaluate()", () => this.page.evaluate(work, ...args));
	}

	scrollIntoView(target: Target): Promise<void> {
		return this.#op.act(call("scrollIntoView", target), async (timeout) =>
			(await this.#ready(target, timeout, { visible: false })).scrollIntoView(),
		);
	}

	select(target: Target, ...values: string[]): Promise<string[]> {
		return this.#op.act(call("select", target), async (timeout) => {
			const element = await this.#ready(target, timeout);
			const chosen = await element.select(...values.map(String));
			if (chosen.length > 0 || values.length === 0) return chosen;
			const options = await element.evaluate((node) =>
				[...node.querySelectorAll("option")].map((option) => [option.value, option.label]),
			);
			const byLabel = options.filter(([, label]) => values.includes(label ?? "")).map(([value]) => value ?? "");
			if (byLabel.length > 0) return element.select(...byLabel);
			const list = options.slice(0, 30).map(([value]) => JSON.stringify(value));
			throw new Error(`No option has the value ${values.join(", ")}. There are: ${list.join(", ")}`);
		});
	}

	uploadFile(target: Target, ...paths: string[]): Promise<void> {
		return this.#op.act(call("uploadFile", target), async (timeout) => {
			const element = await this.#ready(target, timeout, { visible: false });
			const input = await element.toElement("input");
			await input.uploadFile(...paths);
		});
	}

	/** The element as soon as it is there. */
	async #ready(target: Target, timeout: number, { visible = true } = {}): Promise<ElementHandle> {
		const query = buildQuery(target);
		if (query === undefined) return this.#find(target);
		const element = await this.page.waitForSelector(query, { visible, timeout });
		if (!element) throw new Error(`Nothing matches ${String(target)}`);
		return element;
	}

	/** The element that is there now. */
	async #find(target: Target): Promise<ElementHandle> {
		if (typeof target !== "string") return checkedHandle(target);
		const selection = parseSelector(target);
		if ("ref" in selection) return this.#refs.find(selection.ref);
		const element = await this.page.$(selection.query);
		if (!element) throw new Error(`Nothing matches ${target}`);
		return element;
	}

	async #point(target: Target | Point, timeout: number): Promise<Point> {
		if (typeof target === "object" && "x" in target && typeof target.x === "number") return target;
		const element = await this.#ready(target as Target, timeout);
		await element.scrollIntoView();
		return element.clickablePoint();
	}
}

/** For Puppeteer to look for; `undefined` when the target is an element already, or a ref. */
function buildQuery(target: Target): string | undefined {
	if (typeof target === "object" && target !== null) return undefined;
	const selection = parseSelector(target);
	return "query" in selection ? selection.query : undefined;
}

function checkedHandle(target: unknown): ElementHandle {
	const isHandle = typeof target === "object" && target !== null && "boundingBox" in target;
	if (!isHandle) throw new Error("Expected a selector or an element; tab.id(n) is async, so await it");
	return target as ElementHandle;
}

function call(name: string, argument: unknown): string {
	const isShown = typeof argument === "string" || typeof argument === "number" || argument instanceof RegExp;
	const shown = typeof argument === "string" ? JSON.stringify(argument.slice(0, 100)) : isShown ? String(argument) : "";
	return `tab.${name}(${shown})`;
}

async function matches(pattern: Pattern<string>, url: string): Promise<boolean> {
	if (typeof pattern === "function") return pattern(url);
	return pattern instanceof RegExp ? pattern.test(url) : url.includes(pattern);
}

function timeoutError(): Error {
	const error = new Error("timed out");
	error.name = "TimeoutError";
	return error;
}

function modifierKey(name: string): string {
	const known: Readonly<Record<string, string>> = { ctrl: "Control", cmd: "Meta", command: "Meta", option: "Alt" };
	return known[name.toLowerCase()] ?? name;
}
