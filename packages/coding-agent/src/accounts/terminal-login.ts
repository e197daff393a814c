import type { Login, LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openBrowser } from "../process/open-browser.ts";
import type { CliIo } from "../process/terminal/io.ts";

/** A login from a command: it is shown on stderr, and asks at the terminal. */
export function terminalLoginPorts(
	registry: Pick<ModelRegistry, "oauthClients">,
	host: Host,
	io: Pick<CliIo, "stdin" | "stderr" | "ask">,
	options: { browser: boolean; login?: Login | undefined },
): LoginPorts {
	return {
		fetch,
		now: host.now,
		env: host.env,
		clients: registry.oauthClients,
		show: ({ url, userCode, text }) => {
			void io.stderr.write(`${text}\n  ${url}\n${userCode ? `  Code: ${userCode}\n` : ""}`);
		},
		openBrowser: (url) => {
			if (options.browser && io.ask) openBrowser(url);
		},
		ask: async (question, asked = {}) => {
			if (io.ask) return io.ask(question, asked).catch(() => undefined);
			// Without a terminal a key may be piped in, but a browser's code cannot be pasted.
			if (options.login?.kind === "key") return io.stdin.text();
			return options.login?.kind === "device" ? "" : new Promise(() => {});
		},
	};
}
