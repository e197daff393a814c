import type { WireLogin } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

const providerOfType: Readonly<Record<string, string>> = {
	claude: "anthropic",
	codex: "openai-codex",
	gemini: "google-gemini-cli",
	"gemini-cli": "google-gemini-cli",
	antigravity: "google-antigravity",
};

export type ReadLogin = { readonly provider: string; readonly login: WireLogin } | { readonly skipped: string };

/** A login in a file of CLIProxyAPI. */
export function readCliProxyLogin(
	text: string,
	options: { readonly provider?: string | undefined; readonly includeDisabled: boolean },
): ReadLogin {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return { skipped: "not JSON" };
	}
	if (!isRecord(value)) return { skipped: "not a login" };
	if (value.disabled === true && !options.includeDisabled) return { skipped: "disabled (see --include-disabled)" };
	const type = typeof value.type === "string" ? value.type.toLowerCase() : "";
	const provider = options.provider ?? providerOfType[type];
	if (provider === undefined) return { skipped: type ? `unknown type "${type}"` : "no type (see --provider)" };
	// The Gemini CLI keeps them one level down.
	const tokens = isRecord(value.token) ? value.token : value;
	const access = word(tokens.access_token);
	const refresh = word(tokens.refresh_token);
	if (!access || !refresh) return { skipped: "no access_token or refresh_token" };
	const accountId = word(value.account_id);
	const email = word(value.email);
	const projectId = word(value.project_id);
	return {
		provider,
		login: {
			type: "oauth",
			access,
			refresh,
			// One that does not say is refreshed at once.
			expires: moment(value.expired ?? tokens.expiry ?? tokens.expires_at ?? value.expires_at) ?? 0,
			...(email && { email }),
			...(accountId && { accountId }),
			...(projectId && { projectId }),
		},
	};
}

function word(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

/** Milliseconds since the epoch, from a date, seconds or milliseconds. */
function moment(value: unknown): number | undefined {
	if (typeof value === "number" && value > 0) return value < 1e11 ? value * 1000 : value;
	const parsed = typeof value === "string" ? Date.parse(value) : Number.NaN;
	return Number.isNaN(parsed) ? undefined : parsed;
}
