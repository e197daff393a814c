import { requires } from "@oh-my-pi/pi-testkit/requires";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

export const patienceMs = 60_000;
const chromium = requires("chromium");

/** Defines a test that needs Chromium. */
export const withChromium = (name: string, run: () => Promise<void>): void => void chromium(name, run, patienceMs);

/** The message of a call that fails. */
export async function failure(work: Promise<unknown>): Promise<string> {
	return work.then(
		(value) => `no failure: ${JSON.stringify(value)}`,
		(error: unknown) => errorMessage(error),
	);
}
