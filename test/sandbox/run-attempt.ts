import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BoxNamespace } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Attempt } from "./attempts/attempt.ts";
import { type Machine, python } from "./machine.ts";
import { makeScene, type Scene, startVictim } from "./scene.ts";

/** `outside`: without a box, as a control; `alone`: Landlock and the filter without namespaces. */
export type Layer = "outside" | "alone" | "mounts";

export interface Outcome {
	/** Whether it came through, by its own word or by what it changed. */
	readonly escaped: boolean;
	readonly output: string;
}

/** Tries one way out in a scene of its own. */
export async function runAttempt(machine: Machine, { python: body }: Attempt, layer: Layer): Promise<Outcome> {
	const namespaces: readonly BoxNamespace[] = layer === "mounts" ? ["mounts", "processes", "network"] : [];
	using scene = makeScene(machine, namespaces);
	using victim = startVictim(scene);
	const mark = crypto.randomUUID();
	const program = [python, "-S", "-E", "-c", `${prelude}\n${body}`];
	const command = layer === "outside" ? program : scene.inBox(program);
	const before = scene.protectedState();
	const inherited = [openSync(scene.hidden, "r"), openSync(dirname(scene.hidden), "r")] as const;
	const child = Bun.spawn(command, {
		cwd: scene.project,
		env: variables(machine, scene, { layer, mark, victim: victim.pid }),
		stdio: ["ignore", "pipe", "pipe", null, null, null, null, inherited[0], inherited[1]],
	});
	for (const descriptor of inherited) closeSync(descriptor);
	const [output, errors] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	const survived = await hasSurvivors(mark, layer);
	const changed = layer !== "outside" && scene.protectedState() !== before;
	const killed = victim.exitCode !== null || victim.signalCode !== null;
	return {
		escaped: /^ESCAPED$/m.test(output) || survived || changed || killed,
		output: `${output}${errors}${changed ? "something was changed" : ""}${killed ? "the victim was killed" : ""}`,
	};
}

const prelude = readFileSync(join(import.meta.dir, "attempts/prelude.py"), "utf8");

function variables(
	machine: Machine,
	scene: Scene,
	run: { readonly layer: Layer; readonly mark: string; readonly victim: number },
): Record<string, string> {
	return {
		...machine.facts,
		PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
		HOME: scene.home,
		HIDDEN: scene.hidden,
		DATABASE: join(scene.folder, "state/agent.db"),
		OUTSIDE: join(scene.folder, "outside/file"),
		SPOOL: join(scene.folder, "spool"),
		PROJECT: scene.project,
		POLICY: scene.policyFile,
		VICTIM: String(run.victim),
		STARTER: String(process.pid),
		USER_ID: String(process.getuid?.()),
		IN_BOX: run.layer === "outside" ? "" : run.layer,
		BOX_MARK: run.mark,
	};
}

/** Whether processes of a run are left, and ends them. A namespace needs a moment to end its own. */
async function hasSurvivors(mark: string, layer: Layer): Promise<boolean> {
	if (layer === "mounts") {
		try {
			await until(() => findMarked(mark).length === 0);
		} catch {
			// They are still there; see below.
		}
	}
	const left = findMarked(mark);
	for (const pid of left) process.kill(pid, "SIGKILL");
	return left.length > 0;
}

function findMarked(mark: string): number[] {
	return readdirSync("/proc").flatMap((name) => {
		if (!/^\d+$/.test(name)) return [];
		try {
			return readFileSync(`/proc/${name}/environ`, "latin1").includes(`BOX_MARK=${mark}`) ? [Number(name)] : [];
		} catch {
			// It has ended, or belongs to somebody else.
			return [];
		}
	});
}
