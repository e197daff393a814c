import { logIn, loginWords, openForLogin, storeLogin } from "@oh-my-pi/pi-ai/auth/log-in";
import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import type { Login } from "@oh-my-pi/pi-ai/model/login";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { type CommandOutcome, notice } from "../../contract/outcome.ts";
import type {
	BrowserPort,
	ClipboardPort,
	DialogPort,
	LoginPort,
	NoticePort,
	PendingLogin,
} from "../../contract/screen-ports.ts";
import { type AttemptTarget, LoginAttempt } from "./login-attempt.ts";

export type LoginPorts = DialogPort & ClipboardPort & BrowserPort & NoticePort & LoginPort;

/** Logs in to a provider; a login that was left pending before is cancelled. */
export function runLogin(
	provider: Provider,
	way: Login,
	session: OpenedConversation,
	ports: LoginPorts,
): Promise<CommandOutcome> {
	const target = { name: provider.name, staysOpen: way.kind === "browser" };
	return startLogin(target, session, ports, (attempt) => storeAccount(provider, attempt.ports, way, session));
}

/** Runs a login in dialogs; `run` gives what there is to say afterwards. */
export function startLogin(
	target: AttemptTarget,
	session: OpenedConversation,
	ports: LoginPorts,
	run: (attempt: LoginAttempt) => Promise<string>,
): Promise<CommandOutcome> {
	ports.logins.pending?.cancel();
	const attempt = new LoginAttempt(target, session, ports);
	return endOrLeave(attempt, carryThrough(attempt, run), ports);
}

/** Continues the pending login with the address at which the browser ended. */
export async function finishLogin(address: string, { logins }: LoginPort): Promise<CommandOutcome> {
	const { pending } = logins;
	if (!pending) return notice("No login is waiting for a redirect URL. Start one with /login <provider>.", "warning");
	logins.pending = undefined;
	return pending.finish(address);
}

/** Waits for the outcome, unless the user closes the dialog: then the login stays pending. */
async function endOrLeave(
	attempt: LoginAttempt,
	outcome: Promise<CommandOutcome>,
	ports: LoginPorts,
): Promise<CommandOutcome> {
	const { logins, notify } = ports;
	const first = await Promise.race([attempt.left, outcome]);
	if (first !== "left") return first;
	const pending: PendingLogin = {
		cancel: () => attempt.cancel(),
		finish(address) {
			attempt.handIn(address);
			return endOrLeave(attempt, outcome, ports);
		},
	};
	logins.pending = pending;
	void outcome.catch(failure).then((end) => {
		// Nobody waits for it any more, unless it was continued.
		if (logins.pending !== pending) return;
		logins.pending = undefined;
		if (end.kind === "notice" && !attempt.isCancelled) notify(end.level, end.text);
	});
	const { name } = attempt;
	return notice(`The login to ${name} is still open: finish it in the browser, or with /login <redirect URL>.`);
}

function failure(error: unknown): CommandOutcome {
	return notice(errorMessage(error), "error");
}

async function carryThrough(
	attempt: LoginAttempt,
	run: (attempt: LoginAttempt) => Promise<string>,
): Promise<CommandOutcome> {
	using _dialogs = attempt;
	try {
		return notice(await run(attempt));
	} catch (error) {
		if (attempt.isCancelled) return notice("The login was cancelled");
		if (!(error instanceof AuthError)) throw error;
		return notice(error.message, error.kind === "cancelled" ? "info" : "error");
	}
}

async function storeAccount(
	provider: Provider,
	ports: LoginAttempt["ports"],
	way: Login,
	{ registry, conversation }: OpenedConversation,
): Promise<string> {
	const store = await openForLogin(provider, registry.store);
	const result = await logIn(provider, ports, way);
	storeLogin(provider, result, store);
	void ignoreFailure(registry.refresh({ provider: provider.id }), "the models that are known already still hold");
	const next = conversation.model ? "" : " Choose a model with /model.";
	return `${loginWords(provider, result)}${next}`;
}
