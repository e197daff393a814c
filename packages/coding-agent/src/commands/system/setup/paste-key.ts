import { openForLogin, storeKey } from "@oh-my-pi/pi-ai/auth/log-in";
import { providersOfKey } from "@oh-my-pi/pi-ai/auth/provider-of-key";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { listLogins } from "@oh-my-pi/pi-ai/model/provider";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { textDialog } from "../../../dialogs/text-dialog.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { DialogPort } from "../../contract/screen-ports.ts";

/** Takes an API key: the provider is told by its shape or chosen, the key checked and stored. Gives what there is to say. */
export async function pasteKey(session: OpenedConversation, { ask }: DialogPort): Promise<string> {
	const { registry, host } = session;
	const key = await ask(
		textDialog({ title: "Paste an API key", placeholder: "sk-…", masked: true, problemWith: keyProblem }),
	);
	if (key === undefined) return "";
	const provider = await providerFor(key.trim(), registry, ask);
	if (!provider) return "";
	try {
		const { check } = await storeKey(provider, key, { env: host.env, fetch }, () =>
			openForLogin(provider, registry.store),
		);
		void ignoreFailure(registry.refresh({ provider: provider.id }), "the models that are known already still hold");
		return check.kind === "accepted"
			? `${provider.name}: the key works.`
			: `${provider.name}: the key is stored, but unverified (${check.why}).`;
	} catch (error) {
		return errorMessage(error);
	}
}

function keyProblem(text: string): string | undefined {
	const key = text.trim();
	if (key === "") return "Paste the key, or press Esc";
	return /\s/.test(key) ? "A key has no spaces in it" : undefined;
}

/** Asks only where the key's shape leaves a choice. */
async function providerFor(
	key: string,
	registry: ModelRegistry,
	ask: DialogPort["ask"],
): Promise<Provider | undefined> {
	const takesKey = (id: string) => {
		const provider = registry.findProvider(id);
		return provider && listLogins(provider).some(({ kind }) => kind === "key") ? provider : undefined;
	};
	const likely = providersOfKey(key).flatMap((id) => takesKey(id) ?? []);
	if (likely.length === 1) return likely[0];
	const others = registry.providerIds().flatMap((id) => takesKey(id) ?? []);
	const all = [...new Set([...likely, ...others])];
	return ask(
		selectDialog({
			title: "Which provider is this key for?",
			items: all.map((provider) => ({ value: provider, label: provider.name, description: provider.id })),
			emptyText: "No such provider",
		}),
	);
}
