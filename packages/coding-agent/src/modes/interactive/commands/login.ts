import { AuthError } from "@oh-my-pi/pi-ai/auth/auth-error";
import { logIn, storeLogin } from "@oh-my-pi/pi-ai/auth/log-in";
import type { Login, LoginPorts } from "@oh-my-pi/pi-ai/auth/login";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { Provider } from "@oh-my-pi/pi-ai/provider";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Ask } from "../dialogs/dialog.ts";
import { type LoginChoice, loginProviderDialog } from "../dialogs/login-provider-dialog.ts";
import { loginStepDialog } from "../dialogs/login-step-dialog.ts";
import { selectDialog } from "../dialogs/select-dialog.ts";
import type { Command, CommandContext, CommandOutcome } from "./command.ts";

export const loginCommand: Command = {
	name: "login",
	summary: "Log in to a provider, or store its key",
	group: "system",
	hint: "[provider]",
	async complete(typed, { registry }) {
		const fitting = loginChoices(registry).filter(({ id, name }) =>
			`${id} ${name}`.toLowerCase().includes(typed.toLowerCase()),
		);
		return fitting.map(({ id, name, ways }) => ({ name: id, summary: `${name} · ${ways}` }));
	},
	async run(context) {
		const { ask, args } = context;
		const { registry } = context.session;
		const id = args.trim() || (await ask(loginProviderDialog(loginChoices(registry))));
		if (id === undefined) return { kind: "done" };
		const provider = registry.findProvider(id.toLowerCase());
		if (!provider?.logins?.length) {
			return { kind: "notice", level: "warning", text: `${id} has no login. ${registry.credentialHint(id)}` };
		}
		const way = await chooseWay(provider, ask);
		return way ? runLogin(provider, way, context) : { kind: "done" };
	},
};

export function loginChoices(registry: ModelRegistry): LoginChoice[] {
	return registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		if (!provider?.logins?.length || registry.isDisabled(id)) return [];
		const ways = new Set(provider.logins.map(({ kind }) => (kind === "key" ? "key" : "account")));
		const source = registry.credentials.sourceOf(id);
		return [{ id, name: provider.name, ways: [...ways].join(" or "), ...(source && { source }) }];
	});
}

/** With an account or with a key, where a provider takes both. */
async function chooseWay({ name, logins = [] }: Provider, ask: Ask): Promise<Login | undefined> {
	if (logins.length < 2) return logins[0];
	const items = logins.map((login) => ({ value: login, label: wayWords[login.kind] }));
	return ask(selectDialog({ title: `Log in to ${name}`, items, filterable: false }));
}

const wayWords: Readonly<Record<Login["kind"], string>> = {
	browser: "With an account, in the browser",
	device: "With an account, by a code on any device",
	custom: "With an account",
	key: "With a key",
};

async function runLogin(provider: Provider, way: Login, context: CommandContext): Promise<CommandOutcome> {
	const { registry, conversation } = context.session;
	using attempt = new LoginAttempt(provider, context);
	try {
		const result = await logIn(provider, attempt.ports, way);
		storeLogin(provider, result, await registry.store.open());
		void ignoreFailure(registry.refresh({ provider: provider.id }), "the models that are known already still hold");
		const who = result.type === "oauth" ? (result.tokens.email ?? result.tokens.accountId) : undefined;
		const next = conversation.model ? "" : " Choose a model with /model.";
		return { kind: "notice", level: "info", text: `Logged in to ${provider.name}${who ? ` as ${who}` : ""}.${next}` };
	} catch (error) {
		if (attempt.isGivenUp) return { kind: "notice", level: "info", text: "The login was cancelled" };
		if (!(error instanceof AuthError)) throw error;
		return { kind: "notice", level: error.kind === "cancelled" ? "info" : "error", text: error.message };
	}
}

/** A login under way: its steps are dialogs, one at a time, and closing one gives it up. */
class LoginAttempt implements Disposable {
	readonly ports: LoginPorts;
	readonly #name: string;
	readonly #context: CommandContext;
	readonly #abort = new AbortController();
	#shown: Parameters<LoginPorts["show"]>[0] | undefined;
	/** Closes the step on the screen. */
	#step = new AbortController();

	constructor(provider: Provider, context: CommandContext) {
		const { copy, openBrowser } = context;
		const { host, registry } = context.session;
		this.#name = provider.name;
		this.#context = context;
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

	get isGivenUp(): boolean {
		return this.#abort.signal.aborted;
	}

	[Symbol.dispose](): void {
		this.#step.abort();
	}

	async #wait(): Promise<void> {
		const { signal } = this.#nextStep();
		await this.#context.ask(loginStepDialog(this.#name, { shown: this.#shown, copy: this.#context.copy, signal }));
		if (!signal.aborted) this.#abort.abort();
	}

	async #ask(question: string, options: { secret?: boolean; signal?: AbortSignal }): Promise<string | undefined> {
		const step = this.#nextStep();
		const signal = options.signal ? AbortSignal.any([step.signal, options.signal]) : step.signal;
		const { secret } = options;
		const { copy } = this.#context;
		return this.#context.ask(loginStepDialog(this.#name, { shown: this.#shown, question, secret, copy, signal }));
	}

	#nextStep(): AbortController {
		this.#step.abort();
		this.#step = new AbortController();
		return this.#step;
	}
}
