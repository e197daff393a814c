import type { Dialog } from "../../../dialogs/contract/dialog.ts";
import type { LogInPort } from "../../../workbench/contract/front-end.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { AttemptPorts } from "./login-attempt.ts";

/** Lets tools ask for a login at the terminal. Closing a dialog gives it up, as a call waits for it. */
export function logInPort(session: Pick<OpenedConversation, "host" | "registry">, screen: AttemptPorts): LogInPort {
	return async ({ name, question, run }, { signal }) => {
		const [{ LoginAttempt }, { confirmDialog }] = await Promise.all([
			import("./login-attempt.ts"),
			import("../../../dialogs/confirm-dialog.ts"),
		]);
		const title = `Log in to ${name}`;
		const dialog = confirmDialog({ title, question, yes: "Open the browser", no: "Not now" });
		if (!(await screen.ask({ ...closedBy(signal, dialog), opensUnasked: "login" })) || signal.aborted) return false;
		using attempt = new LoginAttempt({ name, staysOpen: false }, session, screen);
		const cancel = () => attempt.cancel();
		signal.addEventListener("abort", cancel, { once: true });
		try {
			await run(attempt.ports);
			return true;
		} catch (error) {
			if (attempt.isCancelled || isCancelled(error)) return false;
			throw error;
		} finally {
			signal.removeEventListener("abort", cancel);
		}
	};
}

/** The dialog goes away when nobody waits for its answer any more. */
function closedBy<Result>(signal: AbortSignal, dialog: Dialog<Result>): Dialog<Result> {
	return {
		...dialog,
		open(context) {
			const done: typeof context.done = (result) => {
				signal.removeEventListener("abort", close);
				context.done(result);
			};
			const close = () => done(undefined);
			if (signal.aborted) queueMicrotask(close);
			else signal.addEventListener("abort", close, { once: true });
			return dialog.open({ ...context, done });
		},
		plain: (lines) =>
			dialog.plain({
				say: (text) => lines.say(text),
				choose: (title, choices) => lines.choose(title, choices, { signal }),
				enter: (question, options) => lines.enter(question, options),
			}),
	};
}

function isCancelled(error: unknown): boolean {
	return error instanceof Error && "kind" in error && error.kind === "cancelled";
}
