import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isSecretFile } from "@oh-my-pi/pi-policy/files/secret-file";

/** Refuses to read keys and the memory of processes, under whatever name they were given. */
export function mustNotBeSecret(path: string, shown: string, places: SecretPlaces): void {
	if (isSecretFile(path, places))
		throw new ToolError(`'${shown}' holds secrets, which are not for tools. The user can look at it in a terminal.`);
}
