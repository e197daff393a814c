import type { Viewport } from "../messages.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The WebUI ones draw parts of a window as pages, which nobody sees: 100 ms more until a page can be clicked. */
const unused = [
	"AcceptCHFrame",
	"DialMediaRouteProvider",
	"MediaRouter",
	"NetworkTimeServiceQuerying",
	"OptimizationHints",
	"Translate",
	"WebUIOmniboxAimPopup",
	"WebUIOmniboxPopup",
	"WebUIReloadButton",
];

/** No first-run pages, no traffic of its own, no windows that block; tabs in the background run like those in front. */
const always = [
	"--enable-automation",
	"--no-first-run",
	"--no-default-browser-check",
	"--disable-auto-reload",
	"--disable-background-networking",
	"--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows",
	"--disable-renderer-backgrounding",
	"--disable-breakpad",
	"--disable-client-side-phishing-detection",
	"--disable-component-update",
	"--disable-crash-reporter",
	"--disable-default-apps",
	"--disable-domain-reliability",
	"--disable-extensions",
	"--disable-component-extensions-with-background-pages",
	"--disable-hang-monitor",
	"--disable-ipc-flooding-protection",
	"--disable-popup-blocking",
	"--disable-prompt-on-repost",
	"--disable-search-engine-choice-screen",
	"--disable-sync",
	`--disable-features=${unused.join(",")}`,
	"--force-color-profile=srgb",
	"--metrics-recording-only",
	"--mute-audio",
	"--no-pings",
	"--no-service-autorun",
	"--password-store=basic",
	"--use-mock-keychain",
	"--disable-dev-shm-usage",
	// Peer connections would go past the proxy.
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

export interface ChromiumOptions {
	readonly headless: boolean;
	readonly viewport: Viewport;
	/** Every connection goes through it, but those to this machine. */
	readonly proxyPort: number;
	readonly env: Env;
}

export function chromiumArgs({ headless, viewport, proxyPort, env }: ChromiumOptions): string[] {
	const isLoopbackDirect = !env.PUPPETEER_PROXY || isOn(env.PUPPETEER_PROXY_BYPASS_LOOPBACK ?? "1");
	// Without `<-loopback>`, Chromium also goes past the proxy for link-local addresses.
	const direct = ["<-loopback>", ...(isLoopbackDirect ? ["localhost", "*.localhost", "127.0.0.0/8", "[::1]"] : [])];
	return [
		...always,
		...(headless ? ["--headless=new"] : []),
		`--window-size=${viewport.width},${viewport.height}`,
		`--proxy-server=socks5://127.0.0.1:${proxyPort}`,
		`--proxy-bypass-list=${direct.join(";")}`,
		...(isOn(env.PUPPETEER_PROXY_IGNORE_CERT_ERRORS) ? ["--ignore-certificate-errors"] : []),
		"about:blank",
	];
}

function isOn(value = ""): boolean {
	return !["", "0", "false", "no", "off"].includes(value.trim().toLowerCase());
}
