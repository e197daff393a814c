import type { QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import type { WebAccess } from "@oh-my-pi/pi-tools/services/web-access";
import type { Hook } from "../conversation/hooks/hook.ts";
import type { Admission } from "./admission.ts";

export interface SessionWebPorts {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly allowHosts: () => readonly string[];
	readonly ask: () => QuestionPort | undefined;
	/** Whether a port of this machine leads to a server in the sandbox of the session. */
	readonly isForwarded?: (port: number) => boolean;
}

/** What could name a host; the rest need not be kept. */
const mayNameHost = /[.:]|localhost/i;
const maxHeardChars = 200_000;
const maxHeard = 50;

/** The web access of a session and its sub-agents. Loaded with the first request. */
export class SessionWeb implements WebAccess {
	readonly #ports: SessionWebPorts;
	#heard: string[] = [];
	#loading: Promise<Admission> | undefined;

	constructor(ports: SessionWebPorts) {
		this.#ports = ports;
	}

	/** Takes the user's own words, which may name hosts. */
	hear(text: string): void {
		if (!mayNameHost.test(text)) return;
		this.#heard.push(text.slice(0, maxHeardChars));
		// Of many texts only the hosts are kept.
		if (this.#heard.length > maxHeard) void this.#admission();
	}

	/** Hears what the user sends, before commands and mentions of files are filled in. */
	readonly hook: Hook = {
		name: "named-hosts",
		onInput: ({ text, typed = text, source }) => {
			if (source !== "extension") this.hear(typed);
			return undefined;
		},
		afterSessionChange: (event) => {
			if (event.type === "session_tree") return;
			this.#heard = [];
			this.#loading = undefined;
		},
	};

	async admit(...args: Parameters<WebAccess["admit"]>): ReturnType<WebAccess["admit"]> {
		return (await this.#admission()).admit(...args);
	}

	async fetch(...[url, request]: Parameters<WebAccess["fetch"]>): ReturnType<WebAccess["fetch"]> {
		const { safeFetch } = await import("./safe-fetch.ts");
		return safeFetch(url, request, { admit: (...args) => this.admit(...args), env: this.#ports.env });
	}

	async isNamed(url: URL): Promise<boolean> {
		if (this.#loading === undefined && this.#heard.length === 0) return false;
		return (await this.#admission()).isNamed(url);
	}

	env(name: string): string | undefined {
		return this.#ports.env[name];
	}

	async #admission(): Promise<Admission> {
		this.#loading ??= this.#load();
		const admission = await this.#loading;
		for (const text of this.#heard.splice(0)) admission.hear(text);
		return admission;
	}

	async #load(): Promise<Admission> {
		const [{ Admission }, { isListenedByChild }] = await Promise.all([
			import("./admission.ts"),
			import("@oh-my-pi/pi-natives/process/listening-ports"),
		]);
		const { isForwarded = () => false } = this.#ports;
		const isOwnPort = async (port: number) => isForwarded(port) || isListenedByChild(port, process.pid);
		return new Admission({ ...this.#ports, isOwnPort });
	}
}
