import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { FrontEndPorts } from "../../workbench/contract/front-end.ts";
import type { ClientPort } from "./client-port.ts";

/** Text files through the client, as far as it offers that: it has what is not saved yet. */
export function clientFiles(client: ClientPort): Pick<FrontEndPorts, "files"> {
	const { readTextFile, writeTextFile } = client.capabilities.fs ?? {};
	if (!readTextFile && !writeTextFile) return {};
	return {
		files: {
			...(readTextFile && {
				// A client that cannot read a file leaves it to the disk.
				read: (path: string) => client.readTextFile(path).catch(() => undefined),
			}),
			...(writeTextFile && {
				written: (path: string, text: string) =>
					client.writeTextFile(path, text).catch((error: unknown) => {
						const why = errorMessage(error);
						client.log(`The editor was not told of ${path}, which is written: ${why}`);
					}),
			}),
		},
	};
}
