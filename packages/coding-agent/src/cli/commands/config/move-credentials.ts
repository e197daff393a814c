import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { authSettings } from "../../../settings/sections/model/accounts.ts";
import type { ConfigAction } from "./config-context.ts";

/** Credentials go where the setting says, before it is written; a text says why they cannot. */
export async function moveCredentials(
	key: string,
	value: unknown,
	{ agentDir, host }: Parameters<ConfigAction>[0],
): Promise<string | undefined> {
	if (key !== authSettings.storage.key) return undefined;
	const { CredentialStore } = await import("@oh-my-pi/pi-ai/auth/store/credential-store");
	using store = await CredentialStore.open(agentDir, host.now);
	try {
		store.moveTo(value === "keyring" ? "keyring" : "file");
		return undefined;
	} catch (error) {
		return `${errorMessage(error)}. Credentials stay where they are.`;
	}
}
