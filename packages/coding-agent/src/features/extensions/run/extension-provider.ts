import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import type { OAuthTokens } from "@oh-my-pi/pi-ai/model/credential";
import type { CustomLogin, LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { ExtensionProvider } from "@oh-my-pi/pi-ai/models/registry/provider-directory";
import type { Workbench } from "../../../workbench/workbench.ts";
import type { Extension } from "../api/extension.ts";
import type { ProviderConfig, ProviderLogin } from "../api/types.ts";

/** Registers a provider of an extension until it is unloaded or removes it. Throws when something is missing. */
export function connectProvider(
	extension: Extension,
	name: string,
	config: ProviderConfig,
	{ registry, requests: { customApis } }: Workbench,
): void {
	const { streamSimple, api } = config;
	const provider = extensionProvider(name, config);
	disconnectProvider(extension, name);
	registry.registerProvider(name, provider);
	const load = streamSimple && (async () => streamSimple);
	if (load && api) customApis.set(api, load);
	extension.onUnload(keyOf(name), () => {
		registry.unregisterProvider(name);
		// Another extension may have taken the API over.
		if (load && api && customApis.get(api) === load) customApis.delete(api);
	});
}

export function disconnectProvider(extension: Extension, name: string): void {
	extension.undo(keyOf(name));
}

const keyOf = (name: string) => `provider ${name}`;

export function extensionProvider(name: string, config: ProviderConfig): ExtensionProvider {
	const { baseUrl, apiKey, api, headers, authHeader, models, oauth, streamSimple } = config;
	if (models) {
		const needs = (what: string) => new Error(`Provider ${name}: "${what}" is required when defining custom models.`);
		if (!baseUrl) throw needs("baseUrl");
		if (!api && models.some((model) => !model.api)) throw needs("api");
		if (!apiKey && !oauth && !streamSimple) throw needs("apiKey");
	}
	if (streamSimple && !api) throw new Error(`Provider ${name}: "api" is required when registering streamSimple.`);
	return {
		entry: {
			...(baseUrl && { baseUrl }),
			...(apiKey ? { apiKey } : models && !oauth && { auth: "none" as const }),
			...(api && { api }),
			...(headers && { headers }),
			...(authHeader !== undefined && { authHeader }),
			...(models && { models: models as NonNullable<ExtensionProvider["entry"]["models"]> }),
		},
		...(oauth && loginFields(oauth)),
	};
}

function loginFields(oauth: ProviderLogin): Omit<ExtensionProvider, "entry"> {
	const login: CustomLogin = {
		kind: "custom",
		label: oauth.name,
		run: async (ports) => checkedTokens(oauth.name, await oauth.login(callbacks(oauth.name, ports))),
		async refresh(tokens) {
			const renewed = await oauth.refreshToken(tokens).catch((error: unknown) => {
				throw isFinal(error) ? new AuthError("invalid-grant", String(error), { cause: error }) : error;
			});
			return checkedTokens(oauth.name, { ...tokens, ...renewed });
		},
	};
	const { modifyModels } = oauth;
	return {
		name: oauth.name,
		logins: [login],
		keyOf: (tokens) => oauth.getApiKey(tokens),
		...(modifyModels && { modifyModels: (models, tokens) => modifyModels.call(oauth, [...models], tokens) }),
	};
}

/** The server does not want the login any more; anything else may pass. */
function isFinal(error: unknown): boolean {
	const { code, status, message } = error as { code?: unknown; status?: unknown; message?: unknown };
	return code === "invalid_grant" || status === 400 || status === 401 || /invalid_grant/.test(String(message));
}

/** What the login of an extension is given to talk to the user. */
function callbacks(
	name: string,
	{ ask, show, openBrowser, signal }: LoginPorts,
): Parameters<ProviderLogin["login"]>[0] {
	let url: string | undefined;
	const answer = async (question: string) => {
		const text = await ask(question);
		if (text === undefined) throw new AuthError("cancelled", `The login to ${name} was cancelled`);
		return text;
	};
	return {
		onAuth(step) {
			url = step.url;
			show({ url: step.url, text: step.instructions ?? `Log in to ${name} in the browser` });
			openBrowser(step.url);
		},
		onDeviceCode({ userCode, verificationUri }) {
			url = verificationUri;
			show({ url: verificationUri, userCode, text: `Enter the code to log in to ${name}` });
		},
		onPrompt: ({ message }) => answer(message),
		onManualCodeInput: () => answer("Paste the code, or the address at which the browser ended"),
		onProgress(text) {
			if (url !== undefined) show({ url, text });
		},
		...(signal && { signal }),
	};
}

/** The store keeps what a login gave, so it must be tokens. */
function checkedTokens(name: string, value: unknown): OAuthTokens {
	const tokens = value as Partial<OAuthTokens> | null | undefined;
	if (typeof tokens?.access === "string" && typeof tokens.expires === "number") return tokens as OAuthTokens;
	throw new AuthError("server", `The login to ${name} gave no tokens: "access" and "expires" are needed`);
}
