import { ToolAbortError, ToolError, type ToolOutput, type ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Picture, Screenshot } from "../browser-control/messages.ts";
import type { RunOutcome, Tab } from "../browser-control/tabs/tab.ts";
import { CellClock } from "../eval/cell-clock.ts";
import { watchMemory } from "../kernels/memory-guard.ts";
import { formatBytes } from "../output/format-bytes.ts";
import { fenced } from "../output/outside-content.ts";
import { coalesce } from "../output/stream/coalesce.ts";
import { OutputSink } from "../output/stream/output-sink.ts";
import { type BrowserDetails, type BrowserWork, bridgeKey } from "./call.ts";

type ImageBlock = Extract<ToolResult["content"][number], { type: "image" }>;

const updateIntervalMs = 100;
const maxPictures = 10;

/** Runs code on a tab, and gives what it shows and returns. */
export async function runTab(work: BrowserWork): Promise<ToolOutput<BrowserDetails>> {
	const { params, name, call, deps, tabs, access, limit } = work;
	const { code } = params;
	if (code === undefined || code.trim() === "") {
		throw new ToolError("Missing required parameter 'code' for action 'run'.");
	}
	const tab = tabs.find(name);
	if (!tab) {
		const others = tabs.names.map((other) => `"${other}"`).join(", ");
		throw new ToolError(`No tab "${name}" is open. ${others === "" ? "Open it first." : `Open: ${others}.`}`);
	}
	tab.check();
	tabs.use(tab, { admitHost: access.admitHost, host: access });
	const shown = new Shown(work, tab);
	using updates = coalesce(() => call.onProgress(shown.output({})), updateIntervalMs);
	const stop = Promise.withResolvers<"timeout" | "abort">();
	using clock = new CellClock(limit.seconds, () => stop.resolve("timeout"));
	let tookTooMuch = false;
	const { runtimes, host = {} } = deps.kernels;
	using _guard = watchMemory(tab.pid, runtimes.maxMemoryBytes, () => {
		tookTooMuch = true;
		stop.resolve("abort");
	});
	using _served = runtimes.bridge.serve(bridgeKey(name), {
		host,
		signal: call.signal,
		pause: () => clock.pause(),
		resume: () => clock.resume(),
	});
	const onAbort = () => stop.resolve("abort");
	call.signal.addEventListener("abort", onAbort, { once: true });
	if (call.signal.aborted) onAbort();
	try {
		const listener = shown.listener(() => updates.request());
		const cwd = deps.workspace.cwd();
		const timeoutMs = limit.seconds * 1000;
		const outcome = await tab.run({ code, cwd, timeoutMs, listener, clock, stopped: stop.promise });
		const output = shown.output(tookTooMuch ? { error: "The code took too much memory and was stopped." } : outcome);
		if (call.signal.aborted) throw new ToolAbortError(typeof output.content === "string" ? output.content : undefined);
		return output;
	} finally {
		call.signal.removeEventListener("abort", onAbort);
		shown.end();
	}
}

/** What a run has shown so far. */
class Shown {
	readonly #work: BrowserWork;
	readonly #tab: Tab;
	readonly #sink: OutputSink;
	readonly #images: ImageBlock[] = [];
	readonly #screenshots: Screenshot[] = [];
	readonly #notes: string[] = [];
	readonly #foreignNotes: string[] = [];

	constructor(work: BrowserWork, tab: Tab) {
		const { artifacts, limits } = work.deps.output;
		this.#work = work;
		this.#tab = tab;
		this.#sink = new OutputSink({ toolName: "browser", limits, ...(artifacts && { artifacts }) });
	}

	listener(onChange: () => void) {
		const addPicture = ({ data, mimeType }: Picture) => {
			if (this.#images.length < maxPictures) this.#images.push({ type: "image", data, mimeType });
		};
		return {
			display: (text: string) => {
				this.#sink.push(Buffer.from(`${text}\n`));
				onChange();
			},
			picture: (picture: Picture) => {
				addPicture(picture);
				onChange();
			},
			screenshot: (screenshot: Screenshot, picture: Picture | undefined) => {
				this.#screenshots.push(screenshot);
				if (picture) addPicture(picture);
				onChange();
			},
		};
	}

	end(): void {
		this.#sink.end();
	}

	/** What comes from the page is marked as such; the rest is ours. */
	output({ value, error, isForeign = false }: RunOutcome): ToolOutput<BrowserDetails> {
		const { name, limit } = this.#work;
		const { url = "", viewport } = this.#tab.state ?? {};
		this.#notes.push(...this.#tab.takeNotes());
		this.#foreignNotes.push(...this.#tab.takeForeignNotes());
		const displayed = this.#sink.dump().text.trimEnd();
		const parts = [displayed, value ?? "", isForeign ? (error ?? "") : ""].filter((part) => part !== "");
		const foreign = [...parts, ...this.#foreignNotes];
		const lines = [
			...(foreign.length > 0 ? [fenced(foreign.join("\n"), url)] : []),
			...(error === undefined || isForeign ? [] : [error]),
			...(foreign.length === 0 && error === undefined ? [`Ran code on tab "${name}"`] : []),
			...this.#screenshots.map(
				({ dest, width, height, bytes }) => `Screenshot ${dest} (${width}x${height}, ${formatBytes(bytes)})`,
			),
			...(this.#screenshots.length > 0 && this.#work.deps.images.blocked ? [blockedText] : []),
			...this.#notes,
			...limit.notices,
		];
		const content = lines.join("\n");
		const details: BrowserDetails = {
			action: "run",
			name,
			browser: this.#tab.browser.wanted.kind,
			url,
			...(viewport && { viewport }),
			result: error ?? parts.join("\n").slice(0, maxResult),
			...(this.#screenshots.length > 0 && { screenshots: [...this.#screenshots] }),
		};
		return {
			content: this.#images.length > 0 ? [{ type: "text", text: content }, ...this.#images] : content,
			details,
			...(error !== undefined && { isError: true }),
		};
	}
}

const blockedText = "[Images are not sent to models: images.blockImages is on]";
const maxResult = 20_000;
