import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { DialogPort, WorkPort } from "../../../commands/contract/screen-ports.ts";
import { confirmDialog } from "../../../dialogs/confirm-dialog.ts";
import type { Ask } from "../../../dialogs/contract/dialog.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { textDialog } from "../../../dialogs/text-dialog.ts";
import { parseCommandArguments } from "../../../file-commands/command-arguments.ts";
import { loginHint } from "../oauth/call-with-login.ts";
import { type AddedServer, parseAdd } from "../servers/parse-new-server.ts";
import { testAdded, writeServer } from "../servers/server-actions.ts";

type Ports = DialogPort & WorkPort;

export interface ServerAdded {
	readonly text: string;
	/** It works after a login, which the user wants next. */
	readonly logsIn?: string;
}

/** Adds a server after a test of its connection; `undefined` when the user changed their mind. */
export async function addServer(
	words: readonly string[],
	place: Parameters<typeof testAdded>[1],
	newId: () => string,
	ports?: Ports,
): Promise<ServerAdded | undefined> {
	const isTested = !words.includes("--no-test");
	const args = words.filter((word, index) => word !== "--no-test" || words.slice(0, index).includes("--"));
	const added = args.length > 0 ? parseAdd(args, "project") : await askForServer(ports?.ask);
	if (!added) return undefined;
	if (!isTested) return { text: await writeServer(added, place) };
	const test = () => testAdded(added, place, newId);
	try {
		const testReport = await (ports ? ports.during(`Connecting to ${added.name}`, test) : test());
		return { text: `${await writeServer(added, place)}\n${testReport}` };
	} catch (error) {
		const message = errorMessage(error);
		if (!message.startsWith("Failed to connect")) throw error;
		if (!ports) throw new Error(`${message}\nNothing was written. With --no-test it is added all the same.`);
		if (message.includes(loginHint(added.name))) {
			const question = `The server "${added.name}" needs a login.`;
			const yes = "Add it, and log in with the browser";
			const dialog = confirmDialog({ title: "Log in?", question, yes });
			if (!(await ports.ask({ ...dialog, opensUnasked: "late-confirm" }))) return undefined;
			return { text: await writeServer(added, place), logsIn: added.name };
		}
		const dialog = confirmDialog({
			title: "Add it anyway?",
			question: message,
			yes: "Add it",
			isDestructive: true,
		});
		const isWanted = await ports.ask({ ...dialog, opensUnasked: "late-confirm" });
		return isWanted ? { text: await writeServer(added, place) } : undefined;
	}
}

/** Asks for everything a definition needs. */
async function askForServer(ask: Ask | undefined): Promise<AddedServer | undefined> {
	if (!ask) throw new Error("Without a terminal, say what to add: /mcp add <name> [--url <url>] [-- <command...>]");
	const title = "Add an MCP server";
	type Check = (typed: string) => string | undefined;
	const text = (question: string, placeholder: string, problemWith: Check) =>
		ask(textDialog({ title, question, placeholder, problemWith }));
	const optional = (question: string, placeholder: string, problemWith: Check) =>
		ask(textDialog({ title, question, placeholder, problemWith, emptyLine: "" }));
	const name = await text("Name", "tickets", nameProblem);
	if (name === undefined) return undefined;
	const transport = await ask(
		selectDialog({
			title: "How is it reached?",
			filterable: false,
			items: [
				{ value: "stdio", label: "A program on this computer", description: "stdio" },
				{ value: "http", label: "An address", description: "Streamable HTTP" },
				{ value: "sse", label: "An address, older protocol", description: "HTTP with server-sent events" },
			],
		}),
	);
	if (transport === undefined) return undefined;
	const isProgram = transport === "stdio";
	const target = isProgram
		? await text("Command", "npx -y @example/server", (typed) =>
				typed.trim() === "" ? "A command is needed." : undefined,
			)
		: await text("Address", "https://tickets.example/mcp", urlProblem);
	if (target === undefined) return undefined;
	const more = isProgram
		? await optional("Variables of its environment, or nothing", "API_KEY=…", (typed) => pairProblem(typed, "--env"))
		: await optional("Headers, or nothing", '"X-Key: …"', (typed) => pairProblem(typed, "--header"));
	if (more === undefined) return undefined;
	const token = isProgram
		? ""
		: await ask(textDialog({ title, question: "Bearer token, or nothing", masked: true, emptyLine: "" }));
	if (token === undefined) return undefined;
	const scope = await ask(
		selectDialog({
			title: "For which projects?",
			filterable: false,
			items: [
				{ value: "project", label: "This project", description: ".omp/mcp.json" },
				{ value: "user", label: "All projects", description: "your own mcp.json" },
			],
		}),
	);
	if (scope === undefined) return undefined;
	const pairs = parseCommandArguments(more).flatMap((pair) => [isProgram ? "--env" : "--header", pair]);
	const how = isProgram
		? ["--", ...parseCommandArguments(target)]
		: ["--url", target, "--transport", transport, ...(token ? ["--token", token] : [])];
	return parseAdd([name, "--scope", scope, ...pairs, ...how], "project");
}

function nameProblem(name: string): string | undefined {
	return catchProblem(() => parseAdd([name, "--", "x"], "project"));
}

function urlProblem(url: string): string | undefined {
	return /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")
		? undefined
		: "Enter an address with http:// or https://.";
}

function pairProblem(typed: string, flag: "--env" | "--header"): string | undefined {
	const target = flag === "--env" ? ["--", "x"] : ["http://x"];
	return catchProblem(() =>
		parseAdd(["x", ...parseCommandArguments(typed).flatMap((pair) => [flag, pair]), ...target], "user"),
	);
}

function catchProblem(work: () => unknown): string | undefined {
	try {
		work();
		return undefined;
	} catch (error) {
		return errorMessage(error);
	}
}
