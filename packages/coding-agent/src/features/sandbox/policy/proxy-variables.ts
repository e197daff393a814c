import type { BoxNetwork } from "@oh-my-pi/pi-natives/sandbox/box-policy";

/** What HTTP clients and package managers go by to use the proxy of the box; loopback is the box's own. */
export function proxyVariables(network: BoxNetwork): Readonly<Record<string, string>> {
	if (network.kind !== "proxy") return {};
	const proxy = `http://127.0.0.1:${network.port}`;
	const local = "localhost,127.0.0.1,::1,[::1],.localhost";
	return {
		HTTP_PROXY: proxy,
		HTTPS_PROXY: proxy,
		ALL_PROXY: proxy,
		http_proxy: proxy,
		https_proxy: proxy,
		all_proxy: proxy,
		NO_PROXY: local,
		no_proxy: local,
		npm_config_proxy: proxy,
		npm_config_https_proxy: proxy,
		npm_config_noproxy: local,
		PIP_PROXY: proxy,
		CARGO_HTTP_PROXY: proxy,
		// Node's own fetch does not look at the variables above by itself.
		NODE_USE_ENV_PROXY: "1",
		YARN_HTTP_PROXY: proxy,
		YARN_HTTPS_PROXY: proxy,
	};
}
