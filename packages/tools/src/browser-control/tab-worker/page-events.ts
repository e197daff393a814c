import { mkdir, rename, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Browser, CDPSession, Dialog, Frame, Page } from "puppeteer-core/internal/puppeteer-core-browser.js";

type Note = (text: string) => void;

/** Answers dialogs as asked; one that nobody answers is told of, as it holds the page up. */
export class Dialogs {
	#open: Dialog | undefined;

	constructor(
		page: Page,
		{ answer, note, foreignNote }: { answer: "accept" | "dismiss" | undefined; note: Note; foreignNote: Note },
	) {
		page.on("dialog", (dialog) => {
			const shown = `${dialog.type()} ${JSON.stringify(dialog.message().slice(0, 200))}`;
			if (answer !== undefined) {
				foreignNote(`Dialog ${answer === "accept" ? "accepted" : "dismissed"}: ${shown}`);
				const isDone = answer === "accept" ? dialog.accept(dialog.defaultValue()) : dialog.dismiss();
				isDone.catch(() => {});
				return;
			}
			// Code that listens answers by itself.
			if (page.listenerCount("dialog") > 1) return;
			// Nothing can be asked of the page while it is being left.
			if (dialog.type() === "beforeunload") return void dialog.accept().catch(() => {});
			this.#open = dialog;
			note(`A dialog is open and holds the page up. ${advice}`);
			foreignNote(`Dialog: ${shown}`);
		});
		page.on("framenavigated", () => {
			this.#open = undefined;
		});
	}

	/** A page with an open dialog does not close. */
	async dismiss(): Promise<void> {
		if (this.#open && !this.#open.handled) await this.#open.dismiss().catch(() => {});
		this.#open = undefined;
	}

	/** What holds the page up. */
	get hint(): string | undefined {
		return this.#open && !this.#open.handled ? `A ${this.#open.type()} dialog holds the page up` : undefined;
	}
}

const advice = 'Open the tab with dialogs: "accept" or "dismiss", or answer in page.on("dialog").';

/** Saves downloads under their own names, and tells of each. */
export async function saveDownloads(
	browser: Browser,
	page: Page,
	{ folder, note }: { folder: string; note: Note },
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const session = await browser.target().createCDPSession();
	const names = new Map<string, string>();
	session.on("Browser.downloadWillBegin", ({ guid, suggestedFilename, frameId }) => {
		if (page.frames().some((frame) => frameIdOf(frame) === frameId)) names.set(guid, suggestedFilename);
	});
	session.on("Browser.downloadProgress", ({ guid, state, receivedBytes }) => {
		const name = names.get(guid);
		if (name === undefined) return;
		if (receivedBytes > maxDownloadBytes && state === "inProgress") {
			void session.send("Browser.cancelDownload", { guid }).catch(() => {});
		}
		if (state === "inProgress") return;
		names.delete(guid);
		if (state === "canceled")
			return note(`Download canceled: ${plainName(name)}${receivedBytes > maxDownloadBytes ? " (over 1 GB)" : ""}`);
		void freePath(folder, plainName(name)).then(async (path) => {
			await rename(join(folder, guid), path).catch(() => {});
			note(`Downloaded ${path} (${receivedBytes} bytes)`);
		});
	});
	await session.send("Browser.setDownloadBehavior", {
		behavior: "allowAndName",
		downloadPath: folder,
		eventsEnabled: true,
	});
}

/** A page must not fill the disk. */
const maxDownloadBytes = 1024 ** 3;

function frameIdOf(frame: object): string | undefined {
	return "_id" in frame && typeof frame._id === "string" ? frame._id : undefined;
}

/** A server names the file; it must not choose the folder. */
function plainName(suggestedName: string): string {
	const name = basename(suggestedName.replaceAll("\\", "/")).replace(/[\p{Cc}\p{Cf}]/gu, "");
	return name === "" || name === "." || name === ".." ? "download" : name.slice(-150);
}

async function freePath(folder: string, name: string): Promise<string> {
	const end = extname(name);
	const start = basename(name, end);
	for (let count = 1; ; count++) {
		const path = join(folder, count === 1 ? name : `${start}-${count}${end}`);
		if ((await stat(path).catch(() => undefined)) === undefined) return path;
	}
}

/** In a browser without our proxy: each document, also after a redirect and in frames, has to be admitted. */
export async function checkDocuments(
	session: CDPSession,
	admit: (url: string) => Promise<unknown>,
	note: Note,
): Promise<void> {
	session.on("Fetch.requestPaused", ({ requestId, request }) => {
		void (async () => {
			try {
				if (/^(?:https?|file):/.test(request.url)) await admit(request.url);
				await session.send("Fetch.continueRequest", { requestId });
			} catch (error) {
				note(errorMessage(error));
				await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
			}
		})();
	});
	await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] });
}

/**
 * What code navigates to has to be admitted, whichever page or frame it uses, unless it is of the web, whose hosts are checked
 * when they are connected to.
 */
export function guardNavigation(frame: Frame, admit: (url: string) => Promise<string>): void {
	const prototype: { goto?: unknown } = Object.getPrototypeOf(frame);
	const original = prototype.goto;
	if (typeof original !== "function") return;
	prototype.goto = async function goto(this: Frame, url: string, ...rest: unknown[]) {
		const isOfWeb = /^https?:/i.test(String(url).trim());
		return Reflect.apply(original, this, [isOfWeb ? url : await admit(String(url)), ...rest]);
	};
}
