import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { webSettings } from "../../../settings/sections/web.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { logInTo, loginChoices } from "../login/login.ts";
import type { SetupPorts, SetupStep } from "./setup-step.ts";

const done = " done";
const webSearch = " web";

/** Sign in to as many providers as wanted, and say who searches the web. */
export const providersStep: SetupStep = {
	since: 1,
	title: "Providers",
	help: "omp talks to the models of a provider with your account or key. A variable such as ANTHROPIC_API_KEY works as well, and a local engine is found by itself.",
	async run(session, ports) {
		const { registry, settings } = session;
		let said = "";
		for (;;) {
			const choices = loginChoices(registry);
			const search = settings.get(webSettings.webSearch);
			const isConnected = choices.some(({ source }) => source !== undefined);
			const chosen = await ports.ask(
				selectDialog({
					title: said || "Sign in",
					items: [
						...(isConnected ? [{ value: done, label: "Go on", description: "that is all for now" }] : []),
						...choices.map(({ id, name, ways, source }) => ({
							value: id,
							label: `${source === undefined ? "○" : "●"} ${id}`,
							description: `${name} · ${ways}${source === undefined ? "" : ` · has ${source}`}`,
						})),
						{ value: webSearch, label: "Web search", description: `who searches: ${search}` },
					],
					emptyText: "No such provider",
				}),
			);
			if (chosen === undefined || chosen === done) return;
			if (chosen === webSearch) await chooseWebSearch(session, ports);
			else said = await logIn(chosen, session, ports);
		}
	},
};

async function logIn(provider: string, session: OpenedConversation, ports: SetupPorts): Promise<string> {
	try {
		const outcome = await logInTo({ session, args: provider }, ports);
		return outcome.kind === "notice" ? outcome.text : "";
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

async function chooseWebSearch({ settings }: OpenedConversation, { ask }: SetupPorts): Promise<void> {
	const setting = webSettings.webSearch;
	const current = settings.get(setting);
	const items = (setting.values ?? []).map((value) => ({ value, label: value }));
	const chosen = await ask(
		selectDialog({ title: "Who searches the web", items, isCurrent: (value) => value === current }),
	);
	const known = items.find(({ value }) => value === chosen)?.value;
	if (known !== undefined) settings.set(setting, known as typeof current);
}
