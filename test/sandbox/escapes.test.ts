import { afterAll, beforeAll, expect, setDefaultTimeout } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import type { Attempt } from "./attempts/attempt.ts";
import { protectedAttempts, readingAttempts, writingAttempts } from "./attempts/files.data.ts";
import { kernelAttempts } from "./attempts/kernel.data.ts";
import { networkAttempts } from "./attempts/network.data.ts";
import { processAttempts } from "./attempts/processes.data.ts";
import { type Machine, startMachine } from "./machine.ts";
import { type Layer, type Outcome, runAttempt } from "./run-attempt.ts";

setDefaultTimeout(180_000);

let machine: Machine;
/** The machine around a box is a program of Python. */
const onMachine = requires("python3");
beforeAll(async () => {
	if (Bun.which("python3")) machine = await startMachine();
});
afterAll(() => machine?.[Symbol.asyncDispose]());

const topics = {
	"reading what is hidden": readingAttempts,
	"changing what is outside": writingAttempts,
	"changing protected names of the project": protectedAttempts,
	"other processes": processAttempts,
	"the kernel": kernelAttempts,
	"sockets and the network": networkAttempts,
};

requires(
	"curl",
	"perl",
	"python3",
)("the attempts are at least 120, and each has a name of its own", () => {
	const names = Object.values(topics).flatMap((attempts) => attempts.map(({ name }) => name));
	expect(names.length).toBeGreaterThanOrEqual(120);
	expect(new Set(names).size).toBe(names.length);
});

for (const [topic, attempts] of Object.entries(topics)) {
	onMachine(`outside of a box, attempts at ${topic} come through`, async () => {
		const held = (await runAll(attempts, "outside")).filter(({ escaped }) => !escaped);
		expect(held.filter(({ attempt }) => attempt.mayFailOutside === undefined).map(describe)).toEqual([]);
	});

	onMachine(`with mounts and namespaces, attempts at ${topic} are held`, async () => {
		const open = (await runAll(attempts, "mounts")).filter(({ escaped }) => escaped);
		expect(open.map(describe)).toEqual([]);
	});

	onMachine(
		`with Landlock and the filter alone, attempts at ${topic} are held but for those that say why not`,
		async () => {
			const wrong = (await runAll(attempts, "alone")).filter(
				({ escaped, attempt }) => escaped !== (attempt.openWithoutMounts !== undefined),
			);
			expect(wrong.map(describe)).toEqual([]);
		},
	);
}

type Tried = Outcome & { readonly attempt: Attempt };

async function runAll(attempts: readonly Attempt[], layer: Layer): Promise<Tried[]> {
	const left = [...attempts];
	const tried: Tried[] = [];
	const work = async () => {
		for (let attempt = left.shift(); attempt; attempt = left.shift()) {
			tried.push({ attempt, ...(await runAttempt(machine, attempt, layer)) });
		}
	};
	await Promise.all([work(), work(), work()]);
	return tried;
}

function describe({ attempt, output }: Tried): string {
	return `${attempt.name}: ${output.trim().split("\n").slice(-2).join(" | ")}`;
}
