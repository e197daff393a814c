import type { Command, CommandCall } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import { collabSettings } from "../../../settings/sections/services/collab.ts";
import { SharedSession } from "../host/shared-session.ts";
import { formatLink, formatWebLink } from "../protocol/format-link.ts";
import { parseRelay } from "../protocol/link.ts";
import { drawQrCode } from "../qr/draw-qr-code.ts";
import { displayName } from "./display-name.ts";
import { collabKey, type RunningCollab } from "./running-collab.ts";

const howToStart = `Nobody's relay is used by default. Start one and say where it is:
  omp collab relay
  omp config set collab.relayUrl ws://localhost:7475`;

/** Shares the session that is open. */
export const collabCommand: Command = {
	name: "collab",
	summary: "Share this session live",
	group: "sessions",
	hint: "[view|status|stop|<relay>]",
	subcommands: [
		{ name: "view", summary: "Print a link that can only watch" },
		{ name: "status", summary: "Show who is here" },
		{ name: "stop", summary: "Stop sharing" },
	],
	describe: ({ workbench }) => workbench.features.find(collabKey)?.status?.({} as never),
	run: (call) => runCollab(call),
	screen: {
		run: (call, { print }) => runCollab(call, print),
	},
};

async function runCollab(call: CommandCall, print?: (text: string) => Promise<void>): Promise<CommandOutcome> {
	const collab = call.session.workbench.features.find(collabKey);
	if (!collab) return notice("Sharing is not available in this session.", "warning");
	const { args } = call;
	if (args === "status") return notice(describeStatus(collab));
	if (collab.guest) return notice("You are a guest in this session; only its host shares it.", "warning");
	if (args === "stop") return stop(collab);
	return share(call, collab, print);
}

/** `print` leaves the command to paste unbroken, however narrow the terminal is. */
async function share(
	{ session, args }: CommandCall,
	collab: RunningCollab,
	print?: (text: string) => Promise<void>,
): Promise<CommandOutcome> {
	const { settings, host, conversation } = session;
	const isViewOnly = args === "view";
	if (!collab.shared) {
		const address = args === "" || isViewOnly ? settings.get(collabSettings.relayUrl) : args;
		if (address.trim() === "") return notice(howToStart, "warning");
		collab.shared = await SharedSession.start({
			session,
			relay: parseRelay(address),
			relayToken: settings.get(collabSettings.relayToken) || host.env.OMP_COLLAB_TOKEN || "",
			hostName: displayName(session),
			notify: (level, text) => {
				conversation.notify(level, text);
				collab.changed();
			},
			onEnded: () => {
				collab.shared = undefined;
				collab.changed();
			},
		});
		collab.changed();
	}
	const { link } = collab.shared;
	const shown = isViewOnly ? { ...link, writeToken: undefined } : link;
	const web = formatWebLink(shown, settings.get(collabSettings.webUrl));
	const heading = isViewOnly
		? "Whoever has this link can watch:"
		: "Whoever has this link can take part, and approve what runs here:";
	const links = [heading, `omp join "${formatLink(shown)}"`, web];
	if (print) await print(`\n${links.join("\n")}\n`);
	const lines = [
		...(print ? [] : links),
		"",
		drawQrCode(web),
		isViewOnly ? "" : "/collab view gives a link to watch only, /collab stop ends it.",
	];
	return notice(lines.join("\n").trim());
}

async function stop(collab: RunningCollab): Promise<CommandOutcome> {
	const { shared } = collab;
	if (!shared) return notice("This session is not shared.");
	collab.shared = undefined;
	await shared.stop("");
	collab.changed();
	return notice("The session is no longer shared. Its links are void.");
}

function describeStatus({ shared, guest }: RunningCollab): string {
	const participants = (shared ?? guest)?.participants;
	if (!participants) return "This session is not shared. /collab shares it.";
	const people = participants.map(
		({ name, role, readOnly }) => `  ${name}${role === "host" ? " (host)" : ""}${readOnly ? " (view-only)" : ""}`,
	);
	const rejected = shared?.rejectedFrames ?? 0;
	const warning = rejected === 0 ? [] : [`Frames that the key of this session does not open: ${rejected}`];
	const heading = shared?.isConnected === false ? "The relay is lost. Trying again. Last seen:" : "Here:";
	return [heading, ...people, ...warning].join("\n");
}
