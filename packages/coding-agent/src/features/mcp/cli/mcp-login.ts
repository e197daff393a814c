import { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openBrowser } from "../../../process/open-browser.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { ServerLogin } from "../oauth/server-login.ts";
import type { FoundServer } from "../servers/load-servers.ts";

interface Place {
	readonly agentDir: string;
	readonly host: Host;
}

/** Logs in at a server; gives the words for the user. */
export async function logInServer(
	server: FoundServer,
	{ agentDir, host }: Place,
	io: CliIo,
	{ opensBrowser }: { readonly opensBrowser: boolean },
): Promise<string> {
	using store = new LazyStore(agentDir, host.now);
	const ports: LoginPorts = {
		fetch,
		now: host.now,
		env: host.env,
		clients: {},
		show: ({ url, text }) => void io.stderr.write(`${text}\n  ${url}\n`),
		openBrowser: (url) => {
			if (opensBrowser && io.ask) openBrowser(url);
		},
		ask: io.ask ? (question, options = {}) => askAt(io, question, options) : pipedAddress(io),
	};
	await new ServerLogin(server, { store, agentDir, host }).logIn(ports);
	return `Logged in to "${server.name}".`;
}

export async function logOutServer(server: FoundServer, { agentDir, host }: Place): Promise<string> {
	using store = new LazyStore(agentDir, host.now);
	const isRemoved = await new ServerLogin(server, { store, agentDir, host }).logOut();
	return isRemoved ? `Deleted the login to "${server.name}".` : `No login is stored for "${server.name}".`;
}

async function askAt(
	io: CliIo,
	question: string,
	options: Parameters<LoginPorts["ask"]>[1],
): Promise<string | undefined> {
	return io.ask?.(question, options).catch(() => undefined);
}

/** Without a terminal, the address at which a browser ended elsewhere may be piped in; else only the callback is waited for. */
function pipedAddress(io: CliIo): LoginPorts["ask"] {
	let isRead = false;
	return async (question) => {
		if (isRead) await io.stderr.write(`${question}\n`);
		const text = isRead ? "" : await io.stdin.text();
		isRead = true;
		return text.trim() === "" ? new Promise(() => {}) : text;
	};
}
