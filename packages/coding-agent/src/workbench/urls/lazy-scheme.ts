import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

/** A scheme whose code is loaded with the first URL. */
export function lazyScheme(scheme: string, load: () => Promise<UrlScheme>): UrlScheme {
	return { scheme, resolve: async (url, options) => (await load()).resolve(url, options) };
}
