import { describeAccount } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { providerAccounts } from "../../../accounts/provider-accounts.ts";
import type { Command } from "../../contract/command.ts";
import { notice } from "../../contract/outcome.ts";

export const logoutCommand: Command = {
	name: "logout",
	summary: "Remove a stored key or login",
	group: "system",
	hint: "[provider]",
	async complete(typed, { registry }) {
		const stored = providerAccounts(registry.store.accounts, { includeDisabled: true });
		const owners = [...new Set(stored.map(({ provider }) => provider))];
		return owners.filter((name) => name.startsWith(typed)).map((name) => ({ name }));
	},
	screen: {
		async run({ session: { registry }, args }, { ask }) {
			const wanted = args.trim().toLowerCase();
			const owner = wanted && (registry.findProvider(wanted)?.storeCredentialsAs ?? wanted);
			const stored = providerAccounts(registry.store.accounts, { includeDisabled: true }).filter(
				({ provider }) => owner === "" || provider === owner,
			);
			const [only] = stored;
			if (!only) {
				const what = wanted === "" ? "Nothing is stored" : `Nothing is stored for ${wanted}`;
				return { kind: "notice", level: "info", text: `${what}. Variables and models.yml are not omp's to change.` };
			}
			const choices = stored.map((account) => ({
				id: account.id,
				provider: account.provider,
				label: account.type === "api_key" ? "stored key" : describeAccount(account),
			}));
			const { accountDialog } = await import("../../../dialogs/login/account-dialog.ts");
			const chosen = stored.length === 1 && wanted ? only.id : await ask(accountDialog(choices));
			const account = stored.find(({ id }) => id === chosen);
			if (!account) return { kind: "done" };
			const { remote } = registry.store;
			if (remote) return notice(remote.refusal(account.provider, "logout").message, "error");
			(await registry.store.openAccounts()).remove(account.id);
			const left = registry.credentials.describeSource(account.provider);
			const still = left ? ` Still usable through ${left}.` : "";
			return { kind: "notice", level: "info", text: `Logged out of ${account.provider}.${still}` };
		},
	},
};
