/** The process of one tab: drives its page, and runs code for it. */
import puppeteer, { type Browser, type Frame, type Page } from "puppeteer-core/internal/puppeteer-core-browser.js";
import "puppeteer-core/internal/node-env-setup.js";
import { prelude } from "../../kernels/javascript/prelude.mjs";
import type { FromTab, Navigation, OpenRequest, RunRequest, TabState, ToTab, Viewport } from "../messages.ts";
import { checkDocuments, Dialogs, guardNavigation, saveDownloads } from "./page-events.ts";
import { consoleTo, errorText, runCode, valueText } from "./run-code.ts";
import { modelCopy } from "./screenshot.ts";
import { Tab } from "./tab.ts";
import { TabError } from "./tab-error.ts";
import { Operations } from "./timed.ts";

const protocolMs = 60_000;
const connectMs = 5000;

// Makes an executable of omp act as Bun, and is not for programs that code starts. Where no `env` is given, Bun would pass the
// environment it was started with.
delete process.env.BUN_BE_BUN;
const spawn = Bun.spawn;
Object.assign(Bun, {
	spawn: (command: unknown, options?: object) =>
		Reflect.apply(
			spawn,
			Bun,
			Array.isArray(command)
				? [command, { env: process.env, ...options }]
				: [{ env: process.env, ...Object(command) }, options],
		),
});

// Code may do away with what it finds in the global scope.
const exit = process.exit.bind(process);
const sendToHost = process.send?.bind(process);
const send = (message: FromTab) => void sendToHost?.(message);
const note = (text: string) => send({ type: "note", text });
/** With words of the page. */
const foreignNote = (text: string) => send({ type: "note", text, isForeign: true });
const display = (text: string) => send({ type: "display", text });

const operations = new Operations();
let opened:
	| { browser: Browser; page: Page; tab: Tab; dialogs: Dialogs; isOwnPage: boolean; sendsPictures: boolean }
	| undefined;
let stopRun: (reason: "timeout" | "abort") => void = () => {};

const questions = new Map<number, PromiseWithResolvers<string>>();
let questionCount = 0;

type Question = Extract<FromTab, { type: "admit" | "convert" }>;
type Unsent<Asked> = Asked extends Question ? Omit<Asked, "id"> : never;

function ask(question: Unsent<Question>): Promise<string> {
	const id = ++questionCount;
	const waiting = Promise.withResolvers<string>();
	questions.set(id, waiting);
	send({ ...question, id });
	return waiting.promise;
}

process.on("message", (message: ToTab) => {
	if (message.type === "stop") return stopRun(message.reason);
	if (message.type === "answer") {
		const waiting = questions.get(message.id);
		questions.delete(message.id);
		if (message.text !== undefined) waiting?.resolve(message.text);
		else waiting?.reject(new TabError(message.error));
		return;
	}
	void answer(message);
});
process.on("disconnect", () => exit(0));
// A rejection that nobody waits for ends neither the code nor the process.
process.on("unhandledRejection", (error) => {
	if (isRunning) display(`Unhandled: ${errorText(error)}`);
});
process.on("uncaughtException", (error) => {
	if (isRunning) display(`Uncaught: ${errorText(error)}`);
});
send({ type: "ready" });

let isRunning = false;

async function answer(message: Exclude<ToTab, { type: "stop" | "answer" }>): Promise<void> {
	const { id } = message;
	try {
		if (message.type === "open") send({ type: "reply", id, state: await open(message) });
		else if (message.type === "navigate") send({ type: "reply", id, state: await navigate(message) });
		else if (message.type === "resize") {
			await setViewport(current().page, message.viewport);
			send({ type: "reply", id, state: await stateNow() });
		} else if (message.type === "run") {
			const value = await run(message);
			send({ type: "reply", id, ...(value !== undefined && { value }), state: stateWithoutTitle() });
		} else await close(id);
	} catch (error) {
		const state = opened && (message.type === "run" ? stateWithoutTitle() : await stateNow());
		send({ type: "failure", id, message: errorText(error), isOwn: error instanceof TabError, ...(state && { state }) });
	}
}

async function open(request: OpenRequest): Promise<TabState> {
	const browser = await within(
		connectMs,
		puppeteer.connect({
			browserWSEndpoint: request.webSocket,
			defaultViewport: null,
			protocolTimeout: protocolMs,
			// Pages of others are not ours to hold up.
			handleDevToolsAsPage: false,
		}),
		"The browser does not answer",
	);
	browser.on("disconnected", () => send({ type: "gone", reason: "the browser has ended" }));
	const { page, isOwnPage } = await findPage(browser, request);
	page.on("close", () => send({ type: "gone", reason: "its page was closed" }));
	page.on("error", () => send({ type: "gone", reason: "its page has crashed" }));
	page.on("popup", (popup) => {
		note("A new page has opened; it is in await browser.pages()");
		if (popup) foreignNote(`New page: ${popup.url().slice(0, 500)}`);
	});
	guardNavigation(page.mainFrame(), (url) => ask({ type: "admit", url, mayAsk: true }));
	const dialogs = new Dialogs(page, { answer: request.dialogs, note, foreignNote });
	operations.hint = () => dialogs.hint;
	const { viewport } = request;
	await Promise.all([
		page.emulateFocusedPage(true),
		viewport && setViewport(page, viewport),
		request.downloadFolder && saveDownloads(browser, page, { folder: request.downloadFolder, note: foreignNote }),
		request.checksDocuments &&
			checkDocuments(await page.createCDPSession(), (url) => ask({ type: "admit", url, mayAsk: false }), note),
	]);
	const tab = new Tab({
		name: request.name,
		page,
		operations,
		screenshotFolder: request.screenshotFolder,
		sendsPictures: request.sendsPictures,
		now: Date.now,
		admit: (url) => ask({ type: "admit", url, mayAsk: true }),
		toMarkdown: (html, url) => ask({ type: "convert", html, url }),
		onScreenshot: (screenshot, picture) => send({ type: "screenshot", screenshot, ...(picture && { picture }) }),
	});
	opened = { browser, page, tab, dialogs, isOwnPage, sendsPictures: request.sendsPictures };
	return stateNow();
}

function setViewport(page: Page, { width, height, scale }: Viewport): Promise<void> {
	return page.setViewport({ width, height, deviceScaleFactor: scale });
}

async function findPage(browser: Browser, request: OpenRequest): Promise<{ page: Page; isOwnPage: boolean }> {
	const { targetId, isFirst, mayAdopt } = request;
	if (targetId !== undefined) {
		const target = await browser.waitForTarget((candidate) => idOf(candidate) === targetId, { timeout: connectMs });
		const page = await target.asPage();
		return { page, isOwnPage: false };
	}
	if (isFirst) {
		const [page] = await browser.pages();
		if (page) return { page, isOwnPage: true };
	}
	try {
		// Only the front page of a window is drawn, so each gets a window of its own.
		return { page: await browser.newPage({ type: "window" }), isOwnPage: true };
	} catch (error) {
		const [page] = await browser.pages();
		if (!mayAdopt || !page) throw error;
		return { page, isOwnPage: false };
	}
}

function idOf(target: object): string | undefined {
	return "_targetId" in target && typeof target._targetId === "string" ? target._targetId : undefined;
}

async function navigate({ url, waitUntil, timeoutMs }: Navigation): Promise<TabState> {
	const { page } = current();
	let hasBegun = false;
	const onNavigation = (frame: Frame) => {
		hasBegun ||= frame === page.mainFrame();
	};
	page.on("framenavigated", onNavigation);
	try {
		await page.goto(url, { waitUntil, timeout: timeoutMs });
	} catch (error) {
		if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
		const hint = operations.hint();
		if (!hasBegun) await stopLoading(page);
		const what = hasBegun
			? `The page has not finished loading after ${timeoutMs}ms (waited for ${waitUntil}); it goes on`
			: `No answer from ${url} after ${timeoutMs}ms`;
		throw new TabError(hint === undefined ? what : `${what}. ${hint}`);
	} finally {
		page.off("framenavigated", onNavigation);
	}
	return stateNow();
}

/** Else nothing can be asked of the page that is still shown. */
async function stopLoading(page: Page): Promise<void> {
	const session = await page.createCDPSession();
	await session.send("Page.stopLoading");
	await session.detach();
}

async function run({ code, cwd, timeoutMs }: RunRequest): Promise<string | undefined> {
	const { page, browser, tab } = current();
	operations.start(timeoutMs);
	const stopped = Promise.withResolvers<never>();
	stopRun = (reason) => {
		const on = operations.current;
		const where = on === undefined ? "" : ` (stalled on ${on})`;
		const hint = operations.hint();
		const what =
			reason === "timeout"
				? `Browser code execution timed out after ${timeoutMs}ms${where}`
				: `Browser code execution was stopped${where}`;
		stopped.reject(new TabError(hint === undefined ? what : `${what}. ${hint}`));
		operations.stop();
	};
	process.chdir(cwd);
	Object.assign(globalThis, { console: consoleTo(display) });
	isRunning = true;
	try {
		const running = runCode(code, { page, browser, tab, ...scope }, cwd);
		running.catch(() => {});
		const value = await Promise.race([running, stopped.promise]);
		await Promise.allSettled(showing);
		return valueText(value);
	} finally {
		isRunning = false;
		stopRun = () => {};
	}
}

/** What code can call besides that of `eval`. */
const scope = {
	...prelude(() => {}),
	display: (value: unknown) => show(value),
	assert(condition: unknown, message?: string) {
		if (!condition) throw new Error(`Assertion failed${message === undefined ? "" : `: ${message}`}`);
	},
	wait: (ms: number) =>
		operations.navigate(`wait(${ms})`, () => new Promise<void>((resolve) => setTimeout(resolve, Number(ms)))),
};

/** Text at once, so that the order stays; pictures as a model gets them. */
function show(content: unknown): Promise<void> | undefined {
	if (content instanceof Promise) return content.then((value) => show(value));
	const isPicture =
		content instanceof Uint8Array && imageStart.test(Buffer.from(content.subarray(0, 4)).toString("latin1"));
	if (!isPicture) {
		display(valueText(content) ?? "undefined");
		return undefined;
	}
	const shown = (opened?.sendsPictures ? modelCopy(content) : Promise.resolve(undefined)).then((picture) => {
		if (picture) send({ type: "picture", picture });
	});
	showing.add(shown);
	return shown.finally(() => showing.delete(shown));
}

const imageStart = /^(?:\x89PNG|\xff\xd8\xff)/;
/** Pictures that are still being made smaller. */
const showing = new Set<Promise<void>>();

async function close(id: number): Promise<void> {
	const { page, browser, isOwnPage, dialogs } = opened ?? {};
	await dialogs?.dismiss();
	if (isOwnPage) await page?.close({ runBeforeUnload: false }).catch(() => {});
	await browser?.disconnect();
	send({ type: "reply", id });
	setTimeout(() => exit(0), 10);
}

function current() {
	if (!opened) throw new Error("The tab is not open");
	return opened;
}

async function stateNow(): Promise<TabState> {
	return { ...stateWithoutTitle(), title: await titleNow() };
}

/** What is known without asking the page. */
function stateWithoutTitle(): TabState {
	const { page } = current();
	const size = page.viewport();
	const viewport = size && { width: size.width, height: size.height, scale: size.deviceScaleFactor ?? 1 };
	return { url: page.url(), title: "", targetId: idOf(page.target()) ?? "", ...(viewport && { viewport }) };
}

/** A page that hangs or shows a dialog does not tell its title. */
async function titleNow(): Promise<string> {
	const { page } = current();
	if (page.url() === "about:blank") return "";
	const title = page.title().catch(() => "");
	return Promise.race([title, new Promise<string>((done) => setTimeout(done, 1000, ""))]);
}

function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`${what} within ${ms / 1000} s`)), ms);
	return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
