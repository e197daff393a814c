import { AuthError } from "@oh-my-pi/pi-ai/auth/auth-error";
import { logIn, storeLogin } from "@oh-my-pi/pi-ai/auth/log-in";
import type { Login } from "@oh-my-pi/pi-ai/auth/login";
import type { Provider } from "@oh-my-pi/pi-ai/provider";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type CommandOutcome, notice } from "../commands/command.ts";
import type { Mode } from "../mode.ts";
import { LoginAttempt } from "./login-attempt.ts";

/** A login that goes on although its dialog was closed. */
export interface OpenLogin {
	readonly attempt: LoginAttempt;
	readonly outcome: Promise<CommandOutcome>;
}

/** The login that was left open, if there is one. */
export interface LoginDesk {
	open?: OpenLogin;
}

/** Logs in to a provider; one that was left open before is given up. */
export function runLogin(provider: Provider, way: Login, mode: Mode): Promise<CommandOutcome> {
	mode.logins.open?.attempt.giveUp();
	const attempt = new LoginAttempt(provider, way, mode);
	return endOrLeave({ attempt, outcome: carryThrough(attempt, way, mode) }, mode);
}

/** Goes on with the login that was left open, with the address at which the browser ended. */
export function finishLogin(address: string, mode: Mode): Promise<CommandOutcome> {
	const { open } = mode.logins;
	if (!open) {
		return Promise.resolve(notice("No login waits for an address. Begin one with /login <provider>.", "warning"));
	}
	mode.logins.open = undefined;
	open.attempt.handIn(address);
	return endOrLeave(open, mode);
}

async function endOrLeave(login: OpenLogin, { logins, notify }: Mode): Promise<CommandOutcome> {
	const { attempt, outcome } = login;
	const first = await Promise.race([attempt.left, outcome]);
	if (first !== "left") return first;
	logins.open = login;
	void outcome.catch(failure).then((end) => {
		// Nobody waits for it any more, unless it was taken up again.
		if (logins.open !== login) return;
		logins.open = undefined;
		if (end.kind === "notice" && !attempt.isGivenUp) notify(end.level, end.text);
	});
	const { name } = attempt.provider;
	return notice(`The login to ${name} stays open for a while: finish it in the browser, or with /login <address>.`);
}

function failure(error: unknown): CommandOutcome {
	return notice(error instanceof Error ? error.message : String(error), "error");
}

async function carryThrough(attempt: LoginAttempt, way: Login, { session }: Mode): Promise<CommandOutcome> {
	const { registry, conversation } = session;
	const { provider } = attempt;
	using _dialogs = attempt;
	try {
		const result = await logIn(provider, attempt.ports, way);
		storeLogin(provider, result, await registry.store.open());
		void ignoreFailure(registry.refresh({ provider: provider.id }), "the models that are known already still hold");
		const who = result.type === "oauth" ? (result.tokens.email ?? result.tokens.accountId) : undefined;
		const next = conversation.model ? "" : " Choose a model with /model.";
		return notice(`Logged in to ${provider.name}${who ? ` as ${who}` : ""}.${next}`);
	} catch (error) {
		if (attempt.isGivenUp) return notice("The login was cancelled");
		if (!(error instanceof AuthError)) throw error;
		return notice(error.message, error.kind === "cancelled" ? "info" : "error");
	}
}
