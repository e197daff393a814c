import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError } from "../../../process/usage-error.ts";
import { findLoginProvider } from "./list.ts";
import type { PreparedCommand } from "./prepare.ts";

/** Callback ports of logins that are not described as data. */
const otherPorts: Readonly<Record<string, number>> = {
	devin: 59653,
	"gitlab-duo-agent": 8080,
	"zai-coding-plan": 54548,
};

/** Logs in on the broker's machine, with the browser of this one: the callback comes through a tunnel. */
export async function loginThroughSsh(
	{ provider: named, via, dryRun }: { provider: string | undefined; via: string; dryRun: boolean },
	prepared: PreparedCommand,
	io: Pick<CliIo, "stdout">,
): Promise<number> {
	if (named === undefined) throw new CliError("Which provider? omp auth-broker login <provider> --via user@host");
	// ssh would take it for an option.
	if (!/^[A-Za-z0-9_.@:[\]-]+$/.test(via) || via.startsWith("-")) throw new CliError(`${via} is not user@host`);
	const provider = findLoginProvider(named, prepared);
	const port = callbackPort(provider);
	if (port === undefined) {
		throw new CliError(
			`${provider.name} has no callback port to tunnel. Run on ${via}: omp auth-broker login ${provider.id}`,
		);
	}
	const remote = `omp auth-broker login ${shellWord(provider.id)}`;
	const command = ["ssh", "-t", "-L", `${port}:127.0.0.1:${port}`, via, remote];
	if (dryRun) {
		await io.stdout.write(`${command.map(shellWord).join(" ")}\n`);
		return 0;
	}
	const child = Bun.spawn(command, { stdio: ["inherit", "inherit", "inherit"] });
	return child.exited;
}

function shellWord(word: string): string {
	return /^[\w@.:/-]+$/.test(word) ? word : quoteForShell(word);
}

function callbackPort(provider: Provider): number | undefined {
	const login = provider.logins?.find(({ kind }) => kind === "browser");
	return login?.kind === "browser" ? login.callback.port : otherPorts[provider.id];
}
