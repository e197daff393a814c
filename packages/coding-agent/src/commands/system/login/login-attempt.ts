import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import { loginStepDialog } from "../../../dialogs/login/login-step-dialog.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { BrowserPort, ClipboardPort, DialogPort } from "../../contract/screen-ports.ts";

export type AttemptPorts = DialogPort & ClipboardPort & BrowserPort;

/** Where the user logs in. */
export interface AttemptTarget {
	readonly name: string;
	/** Closing the dialog leaves the login open, as the browser may still come back. */
	readonly staysOpen: boolean;
}

/**
 * A login in progress: its steps are dialogs, one at a time. Closing one cancels the login, unless the browser may still come
 * back: then it goes on without a dialog, and the address at which the browser ended can be handed in later.
 */
export class LoginAttempt implements Disposable {
	readonly ports: LoginPorts;
	readonly #target: AttemptTarget;
	readonly #screen: AttemptPorts;
	readonly #abort = new AbortController();
	#left = Promise.withResolvers<"left">();
	#handIn: ((answer: string) => void) | undefined;
	#shown: Parameters<LoginPorts["show"]>[0] | undefined;
	/** Closes the step on the screen. */
	#step = new AbortController();

	constructor(
		target: AttemptTarget,
		{ host, registry }: Pick<OpenedConversation, "host" | "registry">,
		screen: AttemptPorts,
	) {
		const { copy, openBrowser } = screen;
		this.#target = target;
		this.#screen = screen;
		this.ports = {
			fetch,
			now: host.now,
			env: host.env,
			clients: registry.oauthClients,
			signal: this.#abort.signal,
			openBrowser,
			show: (shown) => {
				copy(shown.url);
				this.#shown = shown;
				void this.#wait();
			},
			ask: (question, options = {}) => this.#ask(question, options),
		};
	}

	get name(): string {
		return this.#target.name;
	}

	get isCancelled(): boolean {
		return this.#abort.signal.aborted;
	}

	/** Settles when the user has closed the dialog of a login that goes on without it. */
	get left(): Promise<"left"> {
		return this.#left.promise;
	}

	/** Goes on with what the user has brought from the browser; a dialog says what is wrong with it. */
	handIn(answer: string): void {
		this.#left = Promise.withResolvers();
		this.#handIn?.(answer);
	}

	cancel(): void {
		this.#abort.abort();
	}

	[Symbol.dispose](): void {
		this.#step.abort();
	}

	async #wait(): Promise<void> {
		const { signal } = this.#nextStep();
		await this.#screen.ask(loginStepDialog(this.#target.name, { ...this.#common, signal }));
		if (!signal.aborted) this.cancel();
	}

	async #ask(
		question: string,
		options: { secret?: boolean | undefined; signal?: AbortSignal | undefined },
	): Promise<string | undefined> {
		const step = this.#nextStep();
		const signal = options.signal ? AbortSignal.any([step.signal, options.signal]) : step.signal;
		const { secret } = options;
		const closing = this.#target.staysOpen ? "close, and finish later" : undefined;
		const dialog = loginStepDialog(this.#target.name, { ...this.#common, question, secret, signal, closing });
		const answer = await this.#screen.ask(dialog);
		if (answer !== undefined || signal.aborted || !this.#target.staysOpen) return answer;
		return new Promise((resolve) => {
			this.#handIn = resolve;
			this.#left.resolve("left");
		});
	}

	get #common() {
		return { shown: this.#shown, copy: this.#screen.copy };
	}

	#nextStep(): AbortController {
		this.#step.abort();
		this.#step = new AbortController();
		return this.#step;
	}
}
