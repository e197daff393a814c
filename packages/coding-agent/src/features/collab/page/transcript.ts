import { make } from "./dom.ts";
import { drawMarkdown } from "./markdown.ts";
import { readImages, readParts, readText, type ShownMessage } from "./message.ts";
import { ToolCard } from "./tool-card.ts";

interface ShownEntry {
	readonly id: string;
	readonly type: string;
	readonly message?: ShownMessage;
	readonly summary?: string;
	readonly customType?: string;
	readonly content?: unknown;
	readonly display?: boolean;
	readonly details?: unknown;
}

interface ShownEvent {
	readonly type: string;
	readonly message?: ShownMessage | string;
	readonly level?: string;
	readonly toolCallId?: string;
	readonly toolName?: string;
	readonly args?: unknown;
	readonly partialResult?: unknown;
	readonly result?: unknown;
	readonly isError?: boolean;
}

/** Drawn at first; the rest waits behind a button, so that a long session opens on a phone. */
const drawnEntries = 200;

/** The session as articles, from entries for what was and from events for what happens. */
export class Transcript {
	readonly #log: HTMLElement;
	#cards = new Map<string, ToolCard>();
	#entries: ShownEntry[] = [];
	/** The message that is being written, and its latest state. */
	#live: { readonly node: HTMLElement; message: ShownMessage } | undefined;
	#isDrawing = false;

	constructor(log: HTMLElement) {
		this.#log = log;
	}

	begin(): void {
		this.#entries = [];
		this.#live = undefined;
	}

	add(entries: readonly ShownEntry[]): void {
		for (const entry of entries) this.#entries.push(entry);
	}

	/** Draws the end of what there is. */
	show(count = drawnEntries): void {
		this.#cards = new Map();
		this.#live = undefined;
		const shown = this.#entries.slice(-count);
		const left = this.#entries.length - shown.length;
		const more = make("button", { type: "button" }, `Show ${left} earlier entries`);
		more.onclick = () => this.show(count * 5);
		this.#log.replaceChildren(...(left > 0 ? [more] : []));
		for (const entry of shown) this.#drawEntry(entry);
		this.#scroll(true);
	}

	event(event: ShownEvent): void {
		const { type, message, toolCallId = "", toolName = "", args } = event;
		const isNearEnd = this.#isNearEnd();
		if (type === "notice") this.#note(event.level ?? "info", typeof message === "string" ? message : "");
		else if (type === "tool_execution_start") this.#card(toolCallId, toolName, args).call(args);
		else if (type === "tool_execution_update")
			this.#card(toolCallId, toolName, args).result(event.partialResult, "running");
		else if (type === "tool_execution_end")
			this.#card(toolCallId, toolName, args).result(event.result, event.isError ? "failed" : "done");
		else if (typeof message === "object") this.#message(type, message);
		this.#scroll(isNearEnd);
	}

	#message(type: string, message: ShownMessage): void {
		if (message.role !== "assistant") {
			if (type === "message_start") this.#drawMessage(message);
			return;
		}
		if (type === "message_start" || !this.#live)
			this.#live = { node: this.#article("assistant", message.model ?? "omp"), message };
		this.#live.message = message;
		if (type !== "message_end") {
			this.#drawSoon();
			return;
		}
		this.#drawReply(this.#live.node, message);
		this.#live = undefined;
	}

	/** Deltas come faster than a screen changes. */
	#drawSoon(): void {
		if (this.#isDrawing) return;
		this.#isDrawing = true;
		requestAnimationFrame(() => {
			this.#isDrawing = false;
			if (!this.#live) return;
			const isNearEnd = this.#isNearEnd();
			this.#drawReply(this.#live.node, this.#live.message);
			this.#scroll(isNearEnd);
		});
	}

	/** One that cannot be drawn takes no other with it. */
	#drawEntry(entry: ShownEntry): void {
		try {
			this.#draw(entry);
		} catch {
			this.#note("warning", `An entry cannot be shown (${entry.type}).`);
		}
	}

	#draw(entry: ShownEntry): void {
		if (entry.type === "message" && entry.message) this.#drawMessage(entry.message);
		else if (entry.type === "custom_message")
			this.#drawMessage({
				role: "custom",
				content: entry.content,
				...(entry.customType !== undefined && { customType: entry.customType }),
				...(entry.display !== undefined && { display: entry.display }),
				details: entry.details,
			});
		else if (entry.summary !== undefined)
			this.#article("note", "Summary of what was before").append(...drawMarkdown(entry.summary));
	}

	#drawMessage(message: ShownMessage): void {
		const { role, content } = message;
		if (role === "user" && message.attribution !== "agent")
			this.#article("user", "Host").append(...drawMarkdown(readText(content)), ...readImages(content));
		else if (role === "assistant") this.#drawReply(this.#article("assistant", message.model ?? "omp"), message);
		else if (role === "toolResult")
			this.#cards.get(message.toolCallId ?? "")?.result(message, message.isError ? "failed" : "done");
		else if (role === "custom" && message.display === true) {
			const { from } = (message.details ?? {}) as { readonly from?: unknown };
			const isPrompt = message.customType === "collab-prompt" && typeof from === "string";
			const article = this.#article(isPrompt ? "user" : "note", isPrompt ? from : (message.customType ?? "Note"));
			article.append(...drawMarkdown(readText(content)), ...readImages(content));
		} else if (role === "bashExecution" || role === "pythonExecution") {
			const card = new ToolCard(role === "bashExecution" ? "!" : "$", {
				command: message.command ?? message.code ?? "",
			});
			card.result({ content: message.output ?? "" }, "done");
			this.#log.append(card.node);
		}
	}

	#drawReply(node: HTMLElement, message: ShownMessage): void {
		const heading = node.firstElementChild;
		const parts = readParts(message.content).flatMap((part) => {
			const { type, text = "", thinking = "", id = "", name = "", arguments: args } = part as ReplyPart;
			if (type === "text") return drawMarkdown(text);
			if (type === "thinking" && thinking.trim() !== "")
				return [make("details", { class: "thinking" }, make("summary", {}, "Thinking"), ...drawMarkdown(thinking))];
			if (type !== "toolCall" || id === "") return [];
			const known = this.#cards.get(id);
			if (known && known.node.dataset.state === "running") known.call(args);
			return [(known ?? this.#newCard(id, name, args)).node];
		});
		const failure = message.errorMessage ?? (message.stopReason === "aborted" ? "Interrupted." : undefined);
		if (failure !== undefined) parts.push(make("p", { class: "bad" }, failure));
		node.replaceChildren(...(heading ? [heading] : []), ...parts);
	}

	#card(id: string, name: string, args: unknown): ToolCard {
		const known = this.#cards.get(id);
		if (known) return known;
		const card = this.#newCard(id, name, args);
		this.#log.append(card.node);
		return card;
	}

	#newCard(id: string, name: string, args: unknown): ToolCard {
		const card = new ToolCard(name, args);
		this.#cards.set(id, card);
		return card;
	}

	#note(level: string, text: string): void {
		if (text !== "") this.#log.append(make("p", { class: `notice ${level === "info" ? "" : "bad"}` }, text));
	}

	#article(kind: string, author: string): HTMLElement {
		const article = make("article", { class: kind }, make("h2", {}, author));
		this.#log.append(article);
		return article;
	}

	#isNearEnd(): boolean {
		const { scrollHeight, scrollTop, clientHeight } = this.#log;
		return scrollHeight - scrollTop - clientHeight < 120;
	}

	#scroll(isWanted: boolean): void {
		if (isWanted) this.#log.scrollTop = this.#log.scrollHeight;
	}
}

interface ReplyPart {
	readonly type?: string;
	readonly text?: string;
	readonly thinking?: string;
	readonly id?: string;
	readonly name?: string;
	readonly arguments?: unknown;
}
