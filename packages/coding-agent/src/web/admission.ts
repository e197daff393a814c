import type { QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import { type AdmitOptions, RefusedAddress, WebError } from "@oh-my-pi/pi-tools/services/web-access";
import { type JudgedHost, judgeHost, type Lookup, plainHost, type Reach } from "@oh-my-pi/pi-utils/net/inside-address";
import { hostAndPort, hostsIn } from "./typed-hosts.ts";

export interface AdmissionPorts {
	readonly lookup?: Lookup;
	/** Of the user, `web.allowHosts`: host names, `*.name`, or with a port. */
	readonly allowHosts: () => readonly string[];
	/** Absent while nobody is there to be asked. */
	readonly ask: () => QuestionPort | undefined;
	/** Whether a command of this session listens on a port of this machine. */
	readonly isOwnPort: (port: number) => Promise<boolean>;
}

const once = "Allow once";
const always = "Allow for this session";
const no = "Refuse";

/** Decides which addresses inside the user's network may be reached in a session. */
export class Admission {
	readonly #ports: AdmissionPorts;
	readonly #named = new Set<string>();
	/** What the user said of hosts and ports for one piece of work, which all its requests share a signal for. */
	readonly #answers = new WeakMap<AbortSignal, Map<string, boolean>>();
	/** One question per host at a time; calls that wait for the same host get its answer. */
	readonly #questions = new Map<string, Promise<boolean>>();

	constructor(ports: AdmissionPorts) {
		this.#ports = ports;
	}

	/** What the user says may name hosts. */
	hear(text: string): void {
		for (const host of hostsIn(text)) this.#named.add(host);
	}

	/** The user named this host with this port. */
	isNamed(url: URL): boolean {
		return this.#named.has(hostAndPort(url));
	}

	async admit(url: URL, options: AdmitOptions): Promise<{ readonly addresses: readonly string[] }> {
		if (url.protocol !== "http:" && url.protocol !== "https:") {
			throw new WebError("address", `${url.protocol} addresses are not fetched, only http: and https:`);
		}
		const judged = await judgeHost(url.hostname, this.#ports.lookup);
		if (!(await this.#isAllowed(url, judged, options))) {
			throw new RefusedAddress(url.host, judged.reach === "metadata");
		}
		return { addresses: judged.addresses };
	}

	async #isAllowed(url: URL, { reach }: JudgedHost, options: AdmitOptions): Promise<boolean> {
		if (reach === "public") return true;
		const host = plainHost(url.hostname);
		const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
		if (this.#ports.allowHosts().some((pattern) => matches(pattern, host, port))) return true;
		if (reach === "metadata") return false;
		if (options.namedByUser || this.isNamed(url)) return true;
		if (reach === "loopback" && (options.loopbackAllowed || (await this.#ports.isOwnPort(port)))) return true;
		const answered = this.#answers.get(options.signal)?.get(url.host);
		if (answered !== undefined) return answered;
		options.signal.throwIfAborted();
		if (options.mayAsk === false) return false;
		options.onWaiting?.(true);
		try {
			const isAllowed = await this.#ask(url, reach, options);
			const answers = this.#answers.get(options.signal) ?? new Map<string, boolean>();
			this.#answers.set(options.signal, answers.set(url.host, isAllowed));
			return isAllowed;
		} finally {
			options.onWaiting?.(false);
		}
	}

	#ask(url: URL, reach: Reach, options: AdmitOptions): Promise<boolean> {
		const { host } = url;
		const waiting = this.#questions.get(host);
		if (waiting) return waiting;
		const port = this.#ports.ask();
		if (!port) return Promise.resolve(false);
		const asked = this.#question(port, url, reach, options).finally(() => this.#questions.delete(host));
		this.#questions.set(host, asked);
		return asked;
	}

	async #question(ask: QuestionPort, url: URL, reach: Reach, { toolName, signal }: AdmitOptions): Promise<boolean> {
		const question = {
			id: "inside-address",
			header: "Inside address",
			question: `${toolName} wants to reach ${url.host}, which is ${places[reach]}. Allow it?`,
			options: [{ label: no }, { label: once }, { label: always, description: `Every address on ${url.host}` }],
		};
		const outcome = await ask([question], { signal, timeoutSeconds: 0 });
		if (outcome.kind !== "answered") return false;
		const [answer] = outcome.answers;
		if (answer?.timedOut) return false;
		if (answer?.selected.includes(always)) this.#named.add(hostAndPort(url));
		return answer?.selected.some((label) => label === once || label === always) ?? false;
	}
}

const places: Readonly<Record<Reach, string>> = {
	public: "on the internet",
	private: "inside your network",
	loopback: "on this machine",
	"link-local": "on your local link",
	metadata: "where a cloud keeps its keys",
};

function matches(pattern: string, host: string, port: number): boolean {
	const [, name = "", only] =
		/^(?:https?:\/\/)?(\[[^\]]*\]|[^/:]+|[0-9a-f:]+)(?::(\d+))?\/?$/i.exec(pattern.trim()) ?? [];
	if (name === "" || (only !== undefined && Number(only) !== port)) return false;
	if (name.startsWith("*.")) return host.endsWith(`.${plainHost(name.slice(2))}`);
	return plainHost(name) === host;
}
