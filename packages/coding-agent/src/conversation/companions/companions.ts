import type { SessionMessage } from "@oh-my-pi/pi-session/message";

/** What goes right before a text of the user's; `undefined` when nothing does, which is known at once. */
export type Companions = (text: string) => Promise<readonly SessionMessage[]> | undefined;
