import { isAvailable } from "@oh-my-pi/pi-ai/auth/login-client";
import { listLogins } from "@oh-my-pi/pi-ai/model/provider";
import { searchProviderSettings } from "@oh-my-pi/pi-tools/web-search/provider/settings";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { logInTo, loginChoices } from "../login/login.ts";
import { pasteKey } from "./paste-key.ts";
import type { SetupPorts, SetupStep } from "./setup-step.ts";

type Way = "continue" | "local" | "account" | "key" | "all" | "web";

/** Connects a model: an account, a key, or a local engine that was found. */
export const providersStep: SetupStep = {
	since: 1,
	title: "Connect a model",
	help: (session) =>
		[
			"Use an account, an API key or a local model. Variables such as ANTHROPIC_API_KEY work too, and local servers are detected automatically.",
			...plansText(session),
		].join(" "),
	async run(session, ports) {
		const { registry } = session;
		await ignoreFailure(registry.probeLocalEngines(), "without an answer there is no local engine");
		let notice = "";
		// Esc there goes back to this list.
		const inside: SetupPorts = { ...ports, ask: (dialog) => ports.ask({ ...dialog, escape: "back" }) };
		for (;;) {
			const way = await ports.ask(
				selectDialog<Way>({
					title: notice || "How do you want to connect?",
					items: await listWays(session),
					filterable: false,
				}),
			);
			if (way === undefined || way === "continue" || way === "local") return;
			if (way === "web") await chooseWebSearch(session, inside);
			else if (way === "key") notice = await pasteKey(session, inside);
			else notice = await signIn(way === "account" ? accountProviders(session) : undefined, session, inside);
		}
	},
};

/** The likeliest first; what cannot work here is not offered. */
async function listWays(session: OpenedConversation) {
	const { registry, settings } = session;
	const models = await registry.available();
	const local = [...new Set(models.map(({ provider }) => provider))].filter((id) => registry.findProvider(id)?.local);
	const connected = loginChoices(registry).filter(({ source }) => source !== undefined);
	const accounts = accountProviders(session);
	const names = (ids: readonly string[]) => ids.map((id) => registry.findProvider(id)?.name ?? id).join(", ");
	return [
		...(connected.length > 0
			? [{ value: "continue" as const, label: "Continue", description: names(connected.map(({ id }) => id)) }]
			: []),
		...(local.length > 0
			? [{ value: "local" as const, label: "Use the local model server", description: `found: ${names(local)}` }]
			: []),
		{ value: "key" as const, label: "Paste an API key", description: "provider detected from the key" },
		...(accounts.length > 0
			? [{ value: "account" as const, label: "Sign in with an account", description: names(accounts) }]
			: []),
		{ value: "all" as const, label: "Browse all providers…", description: "pick one and how to connect" },
		{
			value: "web" as const,
			label: "Web search",
			description: `provider: ${settings.get(searchProviderSettings.webSearch)}`,
		},
	];
}

/** Whether the subscriptions that most people have can be used: said plainly, so that nobody looks for them in vain. */
function plansText(session: OpenedConversation): string[] {
	const usable = accountProviders(session);
	const plans = [
		["anthropic", "Claude"],
		["openai-codex", "ChatGPT"],
	] as const;
	const missing = plans.filter(([id]) => !usable.includes(id)).map(([, name]) => name);
	if (missing.length === 0) return ["Claude and ChatGPT subscriptions work: sign in with an account."];
	const names = missing.join(" or ");
	return [`A ${names} subscription can't be used in this build: use an API key instead.`];
}

/** Those whose accounts can be used in this build. */
function accountProviders({ registry, host }: OpenedConversation): string[] {
	const clients = { env: host.env, clients: registry.oauthClients };
	return loginChoices(registry).flatMap(({ id }) => {
		const provider = registry.findProvider(id);
		const hasAccount =
			provider && listLogins(provider).some((way) => way.kind !== "key" && isAvailable(provider, way, clients));
		return hasAccount ? [id] : [];
	});
}

/** Among these providers, or among all. */
async function signIn(
	ids: readonly string[] | undefined,
	session: OpenedConversation,
	ports: SetupPorts,
): Promise<string> {
	const choices = loginChoices(session.registry).filter(({ id }) => ids === undefined || ids.includes(id));
	const chosen = await ports.ask(
		selectDialog({
			title: "Sign in",
			items: choices.map(({ id, name, ways, source }) => ({
				value: id,
				label: `${source === undefined ? "○" : "●"} ${id}`,
				description: `${name} · ${ways}${source === undefined ? "" : ` · has ${source}`}`,
			})),
			emptyText: "No such provider",
		}),
	);
	if (chosen === undefined) return "";
	try {
		const outcome = await logInTo({ session, args: chosen }, ports);
		return outcome.kind === "notice" ? outcome.text : "";
	} catch (error) {
		return errorMessage(error);
	}
}

async function chooseWebSearch({ settings }: OpenedConversation, { ask }: SetupPorts): Promise<void> {
	const setting = searchProviderSettings.webSearch;
	const current = settings.get(setting);
	const items = (setting.values ?? []).map((value) => ({ value, label: value }));
	const chosen = await ask(
		selectDialog({ title: "Web search provider", items, isCurrent: (value) => value === current }),
	);
	const known = items.find(({ value }) => value === chosen)?.value;
	if (known !== undefined) settings.set(setting, known as typeof current);
}
