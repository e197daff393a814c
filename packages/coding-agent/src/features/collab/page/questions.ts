import type { UiRequest } from "../protocol/frames.ts";
import { make } from "./dom.ts";

/** The host's questions, the oldest first; each is a form that keyboard and screen reader can use. */
export class Questions {
	readonly #place: HTMLElement;
	readonly #answer: (reqId: string, value: string | undefined) => void;
	readonly #forms = new Map<string, HTMLFormElement>();

	constructor(place: HTMLElement, answer: (reqId: string, value: string | undefined) => void) {
		this.#place = place;
		this.#answer = answer;
	}

	open(request: UiRequest): void {
		const { reqId, title } = request;
		if (this.#forms.has(reqId)) return;
		const form = make("form", { class: "question" });
		const set = make("fieldset", {}, make("legend", {}, title));
		const settle = (value: string | undefined) => {
			this.#answer(reqId, value);
			this.close(reqId);
		};
		if (request.kind === "editor") {
			const field = make("textarea", { rows: "3", "aria-label": title });
			field.value = request.prefill ?? "";
			set.append(field, make("button", { type: "submit", class: "main" }, "Answer"));
			form.onsubmit = (event) => {
				event.preventDefault();
				settle(field.value);
			};
		} else {
			for (const option of request.options) {
				const [label, description] =
					typeof option === "string" ? [option, ""] : [option.label, option.description ?? ""];
				const button = make("button", { type: "button" }, label);
				button.onclick = () => settle(label);
				set.append(button, ...(description === "" ? [] : [make("small", {}, description)]));
			}
		}
		if (!(request.kind === "select" && request.options.includes("Deny"))) {
			const cancel = make("button", { type: "button", class: "quiet" }, "Cancel");
			cancel.onclick = () => settle(undefined);
			set.append(cancel);
		}
		form.append(set);
		this.#forms.set(reqId, form);
		this.#place.append(form);
	}

	close(reqId: string): void {
		this.#forms.get(reqId)?.remove();
		this.#forms.delete(reqId);
	}

	clear(): void {
		for (const reqId of [...this.#forms.keys()]) this.close(reqId);
	}
}
