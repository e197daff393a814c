import { link, lstat, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";
import type { ManagedSkills, ManagedSkillText } from "@oh-my-pi/pi-tools/skills/managed-skills";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { learnedSkill, mergeOrigins, readOrigin } from "../../discovery/files/learned-skill.ts";

const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
const maxBytes = 64_000;

interface SkillPorts {
	readonly agentDir: string;
	readonly redact: (text: string) => string;
	readonly findAuthored: (name: string) => Promise<string | undefined>;
	/** Whose words a skill may repeat that is written now. */
	readonly origin: () => MemoryOrigin;
	readonly now: () => number;
	/** The skills on disk have changed. */
	readonly onChange: () => void;
	readonly lessonStored: () => void;
	/** Work under way, by name; shared by the conversations of a session. */
	readonly turns: Map<string, Promise<unknown>>;
}

/** Skills in `<agent-dir>/managed-skills/<name>/SKILL.md`. Links are never followed. */
export function managedSkills(ports: SkillPorts): ManagedSkills {
	const root = join(ports.agentDir, "managed-skills");
	const { findAuthored, lessonStored } = ports;
	return {
		findAuthored,
		lessonStored,
		parseName(text) {
			const name = text.trim().toLowerCase();
			if (namePattern.test(name)) return name;
			const rule = "use a-z, 0-9 and -, beginning with a letter or digit, at most 64 characters";
			throw new ToolError(`Invalid skill name "${oneLine(text, 80)}": ${rule}.`);
		},
		create: (name, text) =>
			inTurn(name, async () => {
				await refuseAuthored(name);
				const content = render(name, text, ports.origin());
				const folder = await skillFolder(name);
				await writeNew(folder, content, name);
			}),
		update: (name, text) =>
			inTurn(name, async () => {
				await refuseAuthored(name);
				const origin = ports.origin();
				render(name, text, origin);
				await refuseMissing(name);
				const path = join(await skillFolder(name), "SKILL.md");
				await atomicWrite(path, render(name, text, mergeOrigins([origin, readOrigin(await readFile(path, "utf8"))])));
			}),
		remove: (name) =>
			inTurn(name, async () => {
				await refuseMissing(name);
				await rm(await skillFolder(name), { recursive: true });
			}),
	};

	/** One after the other for a name. */
	function inTurn(name: string, work: () => Promise<void>): Promise<void> {
		const turn = (ports.turns.get(name) ?? Promise.resolve()).then(work, work);
		ports.turns.set(name, turn);
		return turn.then(ports.onChange).finally(() => {
			if (ports.turns.get(name) === turn) ports.turns.delete(name);
		});
	}

	async function refuseAuthored(name: string): Promise<void> {
		const path = await findAuthored(name);
		if (path === undefined) return;
		throw new ToolError(`"${name}" is the user's own skill (${path}), which is never overridden. Choose another name.`);
	}

	async function refuseMissing(name: string): Promise<void> {
		await refuseLink(root);
		await refuseLink(join(root, name));
		const file = join(root, name, "SKILL.md");
		await refuseLink(file);
		if ((await readKind(file)) !== "file") throw new ToolError(`There is no managed skill "${name}".`);
	}

	function render(name: string, { description, body }: ManagedSkillText, origin: MemoryOrigin): string {
		const line = oneLine(cleanLine(ports.redact(description)), 1000);
		if (line === "") throw new ToolError("The description has no text that can be kept.");
		const content = learnedSkill({ name, description: line, body: ports.redact(body), origin, at: ports.now() });
		const bytes = Buffer.byteLength(content);
		if (bytes > maxBytes) throw new ToolError(`Managed skill is ${bytes} bytes; the limit is ${maxBytes}.`);
		return content;
	}

	async function skillFolder(name: string): Promise<string> {
		await refuseLink(root);
		await mkdir(root, { recursive: true, mode: 0o700 });
		const folder = join(root, name);
		await refuseLink(folder);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await refuseLink(join(folder, "SKILL.md"));
		return folder;
	}
}

function cleanLine(text: string): string {
	return text.replace(/[\s]+/g, " ").replace(/[<>`\u0000-\u001f\u007f-\u009f]/g, "");
}

/** Complete or not at all, and never over an existing file, also with another omp at the same time. */
async function writeNew(folder: string, content: string, name: string): Promise<void> {
	const temporary = join(folder, `.${crypto.randomUUID()}.tmp`);
	try {
		await atomicWrite(temporary, content);
		await link(temporary, join(folder, "SKILL.md"));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		throw new ToolError(`Managed skill "${name}" already exists. Use the action "update".`);
	} finally {
		await rm(temporary, { force: true });
	}
}

async function refuseLink(path: string): Promise<void> {
	if ((await readKind(path)) === "link") throw new ToolError(`${path} is a symbolic link; managed skills follow none.`);
}

async function readKind(path: string): Promise<"file" | "folder" | "link" | undefined> {
	try {
		const stats = await lstat(path);
		return stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : "file";
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}
