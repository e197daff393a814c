import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { createSession } from "../operations/create-session.ts";
import { openSession } from "../operations/open-session.ts";
import { fakeHost, memoryEnvironment } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import type { SessionLog, SessionTreeNode } from "./session-log.ts";

/** A naive model of a session: a plain list, every query a linear search. */
interface Model {
	entries: Array<{ id: string; parentId: string | null; text?: string; labels?: { targetId: string; label: string } }>;
	leafId: string | null;
}

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
	"random operations give what a naive model gives, also after opening again (seed %d)",
	async (seed) => {
		const { below: next } = seeded(seed);
		const environment = memoryEnvironment({ host: fakeHost() });
		let log = createSession(environment, { cwd: "/work/app" });
		const model: Model = { entries: [], leafId: null };
		for (let step = 0; step < 120; step++) {
			log = await operate(log, model, next, step);
			if (step % 10 === 0) expect(describeLog(log, model)).toEqual(describeModel(model));
		}
		expect(describeLog(log, model)).toEqual(describeModel(model));
	},
);

async function operate(
	log: SessionLog,
	model: Model,
	next: (below: number) => number,
	step: number,
): Promise<SessionLog> {
	const known = model.entries[next(model.entries.length || 1)]?.id;
	const added = (id: string, extra: Partial<Model["entries"][number]> = {}) => {
		model.entries.push({ id, parentId: model.leafId, ...extra });
		model.leafId = id;
		return log;
	};
	switch (next(12)) {
		case 0:
			if (!known) return log;
			model.leafId = known;
			log.branch(known);
			return log;
		case 1:
			log.resetLeaf();
			model.leafId = null;
			return log;
		case 2: {
			if (!known) return log;
			const label = next(3) === 0 ? "" : `label ${step}`;
			return added(log.appendLabelChange(known, label), { labels: { targetId: known, label } });
		}
		case 3:
			model.leafId = next(4) === 0 ? null : (known ?? null);
			return added(log.branchWithSummary(model.leafId, `left ${step}`), { text: `left ${step}` });
		case 4: {
			await log.setName(`Name ${step}`);
			return added(log.leafId ?? "");
		}
		case 5: {
			if (!log.isOnDisk || !log.file) return log;
			await log.close();
			const result = openSession(log.environment, log.file);
			if (result.kind !== "opened") throw new Error(result.kind);
			model.leafId = model.entries.at(-1)?.id ?? null;
			return result.log;
		}
		case 6:
			log.rewriteEntries((entry) => (next(2) === 0 ? { ...entry } : entry));
			return log;
		case 7:
			return added(log.appendCustomEntry("x", { step }));
		default: {
			const text = `${step} ${"ü".repeat(next(50))}`;
			return added(log.appendMessage(next(2) === 0 ? user(text) : assistant(text)), { text });
		}
	}
}

function describeLog(log: SessionLog, model: Model) {
	const outline = (nodes: readonly SessionTreeNode[]): unknown[] =>
		nodes.map(({ id, label, entry, children }) => [id, label, entry?.parentId, outline(children)]);
	return {
		leaf: log.leafId,
		order: [...log.entries()].map(({ id, parentId }) => [id, parentId]),
		path: log.path().map(({ id }) => id),
		texts: log.context().messages.map((message) => ("summary" in message ? message.summary : textOf(message))),
		children: model.entries.map(({ id }) => log.children(id).map((child) => child.id)),
		labels: model.entries.map(({ id }) => log.findLabel(id)),
		tree: outline(log.tree()),
	};
}

function describeModel({ entries, leafId }: Model) {
	const children = (id: string | null) => entries.filter((entry) => entry.parentId === id);
	const label = (id: string) => entries.findLast((entry) => entry.labels?.targetId === id)?.labels?.label || undefined;
	const outline = (id: string | null): unknown[] =>
		children(id).map((child) => [child.id, label(child.id), child.parentId, outline(child.id)]);
	const path: typeof entries = [];
	for (let at = leafId; at !== null; at = path[0]?.parentId ?? null) {
		const found = entries.find((entry) => entry.id === at);
		if (found) path.unshift(found);
	}
	return {
		leaf: leafId,
		order: entries.map(({ id, parentId }) => [id, parentId]),
		path: path.map(({ id }) => id),
		texts: path.flatMap(({ text }) => (text === undefined ? [] : [text])),
		children: entries.map(({ id }) => children(id).map((child) => child.id)),
		labels: entries.map(({ id }) => label(id)),
		tree: outline(null),
	};
}

function textOf(message: object): unknown {
	return "content" in message && Array.isArray(message.content) ? message.content[0]?.text : undefined;
}
