import { MemoryError } from "../contract/memory-error.ts";
import { bankIn, newMemory } from "./make-memory.ts";

/** A process that stores memories one by one and prints the id of each that was confirmed. */
const [folder = "", name = "", count = "0"] = process.argv.slice(2);
using bank = retry(() => bankIn(folder, { busyMs: 100 }));
for (let index = 0; index < Number(count); index++) {
	const [added] = retry(() => bank.add([newMemory(`Memory ${index} of writer ${name}`)]));
	process.stdout.write(`${added?.id}\n`);
}

function retry<Result>(work: () => Result): Result {
	for (let left = 200; ; left--) {
		try {
			return work();
		} catch (error) {
			if (left === 0 || !(error instanceof MemoryError && error.kind === "locked")) throw error;
		}
	}
}
