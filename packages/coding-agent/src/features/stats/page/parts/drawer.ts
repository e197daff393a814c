import { h } from "./dom.ts";
import { fetchJson } from "./fetch-json.ts";
import { count, duration, money, time } from "./format.ts";
import type { RequestRecord } from "./page-view.ts";

type RequestDetail = RequestRecord & { readonly messages: readonly unknown[]; readonly output: unknown };

/** Everything about one request, beside the page. */
export class Drawer {
	readonly element = h("dialog", { "aria-labelledby": "drawer-title" });

	constructor() {
		// A click beside it closes it.
		this.element.addEventListener("click", (event) => {
			if (event.target === this.element) this.element.close();
		});
	}

	async show(id: number): Promise<void> {
		this.#fill(h("p", { class: "state" }, "Loading …"), `Request ${id}`);
		if (!this.element.open) this.element.showModal();
		try {
			const detail = (await fetchJson(`/api/request/${id}`)) as RequestDetail;
			this.#fill(drawDetail(detail), `${detail.provider}/${detail.model}`);
		} catch (error) {
			this.#fill(
				h("p", { class: "state bad" }, error instanceof Error ? error.message : String(error)),
				`Request ${id}`,
			);
		}
	}

	#fill(content: HTMLElement, title: string): void {
		const close = h("button", { type: "button", onclick: () => this.element.close() }, "Close");
		this.element.replaceChildren(
			h("div", { class: "drawer" }, h("header", {}, h("h2", { id: "drawer-title" }, title), close), content),
		);
	}
}

function drawDetail(detail: RequestDetail): HTMLElement {
	const { usage } = detail;
	const facts: ReadonlyArray<readonly [string, string]> = [
		["Time", time(Number(detail.timestamp))],
		["Result", String(detail.stopReason)],
		...(detail.errorMessage === null ? [] : [["Error", String(detail.errorMessage)] as const]),
		["Cost", money(Number(usage.cost.total))],
		[
			"Tokens",
			`${count(Number(usage.input))} input, ${count(Number(usage.cacheRead))} cache read, ${count(Number(usage.cacheWrite))} cache write, ${count(Number(usage.output))} output`,
		],
		[
			"Duration",
			`${duration(detail.duration as number | null)}, first token after ${duration(detail.ttft as number | null)}`,
		],
		["Who", detail.agentType],
		["Protocol", String(detail.api)],
		["Project", String(detail.folder)],
		["Session file", String(detail.sessionFile ?? "–")],
		["Entry", String(detail.entryId)],
	];
	const isGone = detail.output === null && detail.messages.length === 0;
	return h(
		"div",
		{},
		h("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
		isGone
			? h("p", { class: "notice" }, "The session file does not have this request any more. Its numbers are kept.")
			: null,
		...(isGone ? [] : [drawJson("Output", detail.output, true)]),
		...detail.messages.map((message, index) => drawJson(`Entry ${index + 1}: ${describe(message)}`, message, false)),
		drawJson("Numbers", { ...detail, messages: undefined, output: undefined }, false),
	);
}

function drawJson(title: string, value: unknown, isOpen: boolean): HTMLElement {
	const block = h(
		"pre",
		{ tabindex: 0, role: "region", "aria-label": title },
		JSON.stringify(value, null, 2) ?? "null",
	);
	return h("details", { open: isOpen }, h("summary", {}, title), block);
}

function describe(message: unknown): string {
	const { type, message: inner } = message as {
		readonly type?: unknown;
		readonly message?: { readonly role?: unknown };
	};
	return String(inner?.role ?? type ?? "unknown");
}
