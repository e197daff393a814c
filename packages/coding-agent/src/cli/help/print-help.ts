import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../process/terminal/io.ts";
import { cliStyle } from "../../process/terminal/style.ts";
import type { CommandEntry } from "../../startup/command-entry.ts";
import { flagUsage, rows } from "./flag-rows.ts";

/** The short help; the command's own with a command, the long one with `all` or a topic. */
export async function printHelp(
	asked: { readonly commands: readonly CommandEntry[]; readonly word: string | undefined },
	host: Host,
	io: CliIo,
): Promise<number> {
	const { commands, word } = asked;
	const style = cliStyle(io.stdout, host.env);
	const isSession = word === "all" || word === "launch";
	const command = isSession ? undefined : commands.find(({ name }) => name === word);
	if (command) {
		await (await command.load())(["--help"], host, io);
		const { flags } = await command.completionSpec();
		if (flags.length > 0) {
			const lines = rows(flags.map((flag) => [flagUsage(flag), flag.help]));
			await io.stdout.write(`\n${style.heading("FLAGS")}\n${lines.join("\n")}\n`);
		}
		return 0;
	}
	const { helpTopics, longHelp } = await import("./long-help.ts");
	const topic = helpTopics.find((name) => name === word);
	if (topic || isSession) await io.stdout.write(longHelp(commands, style, topic));
	else {
		const { shortHelp } = await import("./short-help.ts");
		await io.stdout.write(shortHelp(commands, style));
	}
	return 0;
}
