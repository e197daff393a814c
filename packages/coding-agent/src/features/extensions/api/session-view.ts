import type { SessionEntry, SessionHeader } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionLog, SessionTreeNode } from "@oh-my-pi/pi-session/log/session-log";
import type { SessionContext } from "@oh-my-pi/pi-session/tree/context";

/** The session log for extensions, which read it. */
export interface SessionView {
	getBranch(): SessionEntry[];
	getEntries(): SessionEntry[];
	getEntry(id: string): SessionEntry | undefined;
	getChildren(id: string | null): SessionEntry[];
	getLeafId(): string | null;
	getLeafEntry(): SessionEntry | undefined;
	getLabel(id: string): string | undefined;
	getTree(): SessionTreeNode[];
	getHeader(): SessionHeader;
	getSessionFile(): string | undefined;
	getSessionId(): string;
	getSessionDir(): string | undefined;
	getSessionName(): string | undefined;
	getCwd(): string;
	buildSessionContext(): SessionContext;
	getArtifactsDir(): string | undefined;
}

export function sessionView(current: () => SessionLog): SessionView {
	const entries = (ids: ReadonlyArray<{ readonly id: string }>) =>
		ids.flatMap(({ id }) => current().findEntry(id) ?? []);
	return {
		getBranch: () => entries(current().path()),
		getEntries: () => entries(current().tree().flatMap(withDescendants)),
		getEntry: (id) => current().findEntry(id),
		getChildren: (id) => entries(current().children(id)),
		getLeafId: () => current().leafId,
		getLeafEntry() {
			const { leafId } = current();
			return leafId === null ? undefined : current().findEntry(leafId);
		},
		getLabel: (id) => current().findLabel(id),
		getTree: () => current().tree(),
		getHeader: () => current().header,
		getSessionFile: () => current().file,
		getSessionId: () => current().id,
		getSessionDir: () => current().directory,
		getSessionName: () => current().name,
		getCwd: () => current().cwd,
		buildSessionContext: () => current().context(),
		getArtifactsDir: () => current().artifactsDirectory,
	};
}

function withDescendants(root: SessionTreeNode): SessionTreeNode[] {
	const all: SessionTreeNode[] = [];
	for (const waiting = [root]; ; ) {
		const node = waiting.pop();
		if (!node) return all;
		all.push(node);
		waiting.push(...node.children.toReversed());
	}
}
