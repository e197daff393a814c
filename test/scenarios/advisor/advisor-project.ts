import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

type Body = Record<string, unknown>;

/** A project with an advisor on `acme/a-2`; each model has a script of its own, which ends with "ok". */
export interface AdvisorProject extends OmpProject {
	/** Bodies of the requests to each. */
	primary(): Body[];
	advisor(): Body[];
}

export async function advisorProject(options: {
	readonly files?: Record<string, string>;
	readonly primary: ReadonlyArray<Reply | (() => Reply)>;
	readonly advisor: ReadonlyArray<Reply | (() => Reply)> | (() => Reply);
	readonly settings?: string;
	readonly isOff?: boolean;
}): Promise<AdvisorProject> {
	const next = { primary: 0, advisor: 0 };
	const scripted = (who: "primary" | "advisor"): Reply => {
		const script = options[who];
		if (typeof script === "function") return script();
		const reply = script[next[who]++] ?? text("ok");
		return typeof reply === "function" ? reply() : reply;
	};
	const omp = await ompProject({
		...(options.files && { files: options.files }),
		otherwise: (body) => scripted(isAdvisors(body) ? "advisor" : "primary"),
	});
	await omp.home.write(
		".omp/agent/config.yml",
		[
			"modelRoles:\n  default: acme/a-1\n  advisor: acme/a-2",
			`advisor:\n  enabled: ${options.isOff !== true}\n  syncBacklog: "1"`,
			options.settings ?? "",
		].join("\n"),
	);
	return Object.assign(omp, {
		primary: () => omp.model.requests.filter((body) => !isAdvisors(body)),
		advisor: () => omp.model.requests.filter(isAdvisors),
	});
}

export const advise = (note: string, severity?: string): Reply =>
	toolCall("advise", { note, ...(severity !== undefined && { severity }) });

export function isAdvisors({ model }: Body): boolean {
	return model === "a-2";
}

/** The text of all user messages of a request. */
export function userTexts({ messages }: Body): string[] {
	return (messages as Array<{ role: string; content: unknown }>).flatMap(({ role, content }) => {
		if (role !== "user") return [];
		if (typeof content === "string") return [content];
		return (content as Array<{ type: string; text?: string }>).flatMap(({ type, text: said }) =>
			type === "text" && said !== undefined ? [said] : [],
		);
	});
}

export function toolNames({ tools }: Body): string[] {
	return ((tools ?? []) as Array<{ name: string }>).map(({ name }) => name);
}

export function advisorLog(omp: OmpProject): Promise<string> {
	const glob = new Bun.Glob("**/__advisor.jsonl");
	const folder = join(omp.agentDir, "sessions");
	const [path] = [...glob.scanSync({ cwd: folder })];
	return path === undefined ? Promise.resolve("") : Bun.file(join(folder, path)).text();
}
