import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { openUndoEngine } from "../open-undo-engine.ts";

/** Opens a session and says what came of it. */
const { now: _, ...options } = JSON.parse(process.argv[2] ?? "");
try {
	await using _engine = await openUndoEngine({
		...options,
		env: process.env,
		now: Date.now,
		newId: () => crypto.randomUUID(),
	});
	process.stdout.write("opened\n");
} catch (error) {
	process.stdout.write(`${errorMessage(error)}\n`);
}
