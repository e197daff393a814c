import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import { serverInstructionsText, serverOfPart, serverPartId } from "../../conversation/prompt/project-block.ts";
import type { StandingPart, StandingSource } from "../../conversation/request/standing-parts.ts";
import type { GitPart } from "../git/git-part.ts";
import type { ServerInstructions } from "../running-feature.ts";
import type { Workbench } from "../workbench.ts";

interface StandingSourceParts {
	/** Absent for sub-agents. */
	readonly git: GitPart | undefined;
	/** Whether the conversation has tools that run programs. */
	readonly runsPrograms: () => boolean;
	readonly folder: WorkingFolder;
	readonly servers: () => readonly ServerInstructions[];
}

/** What a conversation is told once about its session: who can be asked, what holds its programs, the repository, its servers. */
export function standingSource(
	workbench: Pick<Workbench, "features" | "frontEnd">,
	{ git, folder, servers, runsPrograms }: StandingSourceParts,
): Omit<StandingSource, "list"> {
	return {
		...(git && { ready: () => git.ready(), restart: () => git.restart() }),
		parts: () => [
			unattendedPart(workbench),
			...(runsPrograms() ? [sandboxPart(workbench, folder.path), ...(git ? [git.part] : [])] : []),
			...servers().map(serverPart),
		],
		describeEnd(id) {
			const server = serverOfPart(id);
			if (server === undefined) return undefined;
			return `The MCP server ${JSON.stringify(server)} is no longer there; its instructions no longer count.`;
		},
	};
}

const unattended =
	"In this run nobody can be asked, and only your last message is sure to be read: decide yourself, and say there what you decided.";

function unattendedPart({ frontEnd }: Pick<Workbench, "frontEnd">): StandingPart {
	const isAttended = frontEnd.approve !== undefined || frontEnd.ask !== undefined;
	return { id: "unattended", text: isAttended ? "" : unattended, key: String(isAttended) };
}

function sandboxPart({ features, frontEnd }: Pick<Workbench, "features" | "frontEnd">, workspace: string) {
	const mayAsk = frontEnd.approve !== undefined;
	const box = features.box;
	const lines =
		box?.describe(workspace, { mayAsk }) ?? "Commands run without a sandbox, with the user's own permissions.";
	const mode = box?.state.kind === "on" ? box.state.mode : "none";
	return {
		id: "sandbox",
		text: `<sandbox>\n${lines}\n</sandbox>`,
		key: `${mode} ${mayAsk}`,
		describeChange: (text: string) => `What commands may do is different now:\n${text}`,
	};
}

function serverPart({ server, text }: ServerInstructions): StandingPart {
	return {
		id: serverPartId(server),
		text,
		describeChange: (now) =>
			now === ""
				? `The MCP server ${JSON.stringify(server)} no longer says how to use its tools.`
				: `New since this session began:\n\n${serverInstructionsText([{ server, text: now }])}`,
	};
}
