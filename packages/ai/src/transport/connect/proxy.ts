import { isWebAddress, withoutLogin } from "@oh-my-pi/pi-utils/net/web-address";
import { ProviderError } from "../../errors/provider-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The proxy for a request: the provider's own, ours, then the standard ones; `false` means none. */
export function proxyFor(provider: string, url: string, env: Env): string | false {
	const target = URL.parse(url);
	if (!target || isLoopback(target.hostname) || isExcepted(target, env)) return false;
	const ownName = `PI_PROXY_${provider.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
	const standard = target.protocol === "https:" ? both(env, "HTTPS_PROXY") : both(env, "HTTP_PROXY");
	const proxy = env[ownName] || env.PI_PROXY || standard || both(env, "HTTP_PROXY") || both(env, "ALL_PROXY");
	if (!proxy) return false;
	return proxy.includes("://") ? proxy : `http://${proxy}`;
}

/** Throws for what the runtime has no way to speak to. */
export function checkProxy(proxy: string | false): void {
	if (proxy === false || isWebAddress(proxy)) return;
	const shown = withoutLogin(proxy);
	throw new ProviderError(
		"config",
		`The proxy "${shown}" is no http or https URL; correct HTTPS_PROXY, HTTP_PROXY, ALL_PROXY or PI_PROXY`,
	);
}

function both(env: Env, name: string): string | undefined {
	return env[name] || env[name.toLowerCase()];
}

function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname) || hostname.endsWith(".localhost");
}

/** `NO_PROXY`: host names, suffixes with or without a dot, an optional port, or `*`. */
function isExcepted(target: URL, env: Env): boolean {
	const entries = (both(env, "NO_PROXY") ?? "").split(/[\s,]+/).filter(Boolean);
	return entries.some((entry) => {
		if (entry === "*") return true;
		const [, name = "", port] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
		if (port && port !== (target.port || (target.protocol === "https:" ? "443" : "80"))) return false;
		return target.hostname === name || target.hostname.endsWith(`.${name}`);
	});
}
