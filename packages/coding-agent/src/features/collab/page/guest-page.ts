import { approvalModes, approvalModeWords } from "../../../settings/approval-mode.ts";
import { GuestClient, type GuestView } from "../guest/guest-client.ts";
import type { GuestFrame, SharedAgent, SharedState } from "../protocol/frames.ts";
import { type CollabLink, parseLink } from "../protocol/link.ts";
import { find, make } from "./dom.ts";
import { Questions } from "./questions.ts";
import { Transcript } from "./transcript.ts";

const nameKey = "omp-collab-name";
const wokenProbeMs = 4000;
const noLink = "The address has no link to a session. Open the whole link that /collab printed.";

function start(): void {
	const form = find<HTMLFormElement>("join");
	const name = find<HTMLInputElement>("name");
	name.value = localStorage.getItem(nameKey) ?? "";
	const missing = location.hash.length > 1 || location.pathname !== "/" ? undefined : noLink;
	if (missing !== undefined) find("problem").textContent = missing;
	form.onsubmit = (event) => {
		event.preventDefault();
		localStorage.setItem(nameKey, name.value);
		const problem = enter(name.value.trim() || "Guest");
		if (problem !== undefined) find("problem").textContent = problem;
	};
	name.focus();
}

/** Why it is not possible. */
function enter(name: string): string | undefined {
	if (!("subtle" in crypto))
		return "This browser decrypts only on pages with TLS (https) or on localhost. Put the relay behind TLS.";
	let link: CollabLink;
	try {
		link = parseLink(location.href);
	} catch (error) {
		return error instanceof Error ? error.message : "This is no link to a shared session.";
	}
	const relay = link.relay ?? `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
	void new GuestPage(name).join({ ...link, relay });
	return undefined;
}

class GuestPage implements GuestView {
	readonly #name: string;
	readonly #transcript = new Transcript(find("log"));
	readonly #questions = new Questions(find("questions"), (reqId, value) =>
		this.#send({ t: "ui-response", reqId, ...(value !== undefined && { value }) }),
	);
	#client: GuestClient | undefined;

	constructor(name: string) {
		this.#name = name;
	}

	async join(link: CollabLink & { readonly relay: string }): Promise<void> {
		find("join").hidden = true;
		find("session").hidden = false;
		this.#connectControls();
		this.#client = await GuestClient.start({ link, name: this.#name, view: this });
	}

	status(status: Parameters<GuestView["status"]>[0]): void {
		const text = "text" in status ? status.text : status.kind === "live" ? "Live" : "Connecting…";
		const place = find("status");
		place.textContent = text;
		place.dataset.kind = status.kind;
		if (status.kind !== "live") this.#questions.clear();
		this.#enable(status.kind === "live");
	}

	welcome({ header, state, agents, continues }: Parameters<GuestView["welcome"]>[0]): void {
		if (!continues) this.#transcript.begin();
		const title = state.sessionName ?? header.title ?? "Shared session";
		document.title = `omp: ${title}`;
		find("title").textContent = title;
		this.#showState(state);
		this.#showAgents(agents);
	}

	entries(entries: Parameters<GuestView["entries"]>[0]): void {
		this.#transcript.add(entries as never);
	}

	ready(): void {
		this.#transcript.show();
		this.#enable(true);
		if (!this.#client?.isReadOnly) find("prompt").focus();
	}

	live(frame: Parameters<GuestView["live"]>[0]): void {
		switch (frame.t) {
			case "entry":
				this.#transcript.add([frame.entry as never]);
				return;
			case "event":
				this.#transcript.event(frame.event);
				return;
			case "state":
				this.#showState(frame.state);
				return;
			case "agents":
				this.#showAgents(frame.agents);
				return;
			case "ui-request":
				this.#questions.open(frame.request);
				return;
			case "ui-request-end":
				this.#questions.close(frame.reqId);
				return;
			case "transcript":
			case "bus":
				return;
			default:
				frame satisfies never;
		}
	}

	refused(message: string): void {
		this.#transcript.event({ type: "notice", level: "warning", message });
	}

	#connectControls(): void {
		const form = find<HTMLFormElement>("composer");
		const prompt = find<HTMLTextAreaElement>("prompt");
		form.onsubmit = (event) => {
			event.preventDefault();
			const text = prompt.value.trim();
			if (text !== "" && this.#send({ t: "prompt", text })) prompt.value = "";
		};
		prompt.onkeydown = (event) => {
			if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
			event.preventDefault();
			form.requestSubmit();
		};
		find("stop").onclick = () => this.#send({ t: "abort" });
		// A page that slept has a socket that looks open, though nothing comes through it any more.
		const check = () => document.visibilityState === "visible" && this.#client?.check(wokenProbeMs);
		document.addEventListener("visibilitychange", check);
		addEventListener("online", check);
		addEventListener("pageshow", check);
	}

	#send(frame: GuestFrame): boolean {
		const isSent = this.#client?.send(frame) ?? false;
		if (!isSent) this.refused("Not connected just now; nothing was sent.");
		return isSent;
	}

	#enable(isLive: boolean): void {
		const isReadOnly = this.#client?.isReadOnly ?? true;
		find("composer").hidden = isReadOnly;
		find("view-only").hidden = !isReadOnly || !isLive;
		find<HTMLButtonElement>("send").disabled = !isLive;
	}

	#showState({ isStreaming, participants, model, contextUsage, cwd, approvalMode }: SharedState): void {
		find<HTMLButtonElement>("stop").disabled = !isStreaming;
		find("log").setAttribute("aria-busy", String(isStreaming));
		const context = contextUsage ? `${contextUsage.percent} % of context` : "";
		const approvals = approvalModes.find((mode) => mode === approvalMode);
		const asks = approvals && approvalModeWords[approvals].sentence;
		find("facts").textContent = [isStreaming ? "Working" : "Idle", model?.name, context, asks, cwd]
			.filter(Boolean)
			.join(" · ");
		find("people").replaceChildren(
			...participants.map(({ name, role, readOnly }) =>
				make("li", {}, `${name}${role === "host" ? " (host)" : ""}${readOnly ? " (view-only)" : ""}`),
			),
		);
	}

	#showAgents(agents: readonly SharedAgent[]): void {
		find("agents").replaceChildren(
			...agents.map(({ id, displayName, status, kind }) => {
				const item = make("li", {}, `${displayName} — ${status} `);
				if (kind === "main" || status === "aborted" || this.#client?.isReadOnly) return item;
				const kill = make("button", { type: "button", "aria-label": `End ${displayName}` }, "End");
				kill.onclick = () => this.#send({ t: "agent-cmd", cmd: "kill", agentId: id });
				item.append(kill);
				return item;
			}),
		);
	}
}

start();
