import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import type { MemoryEdit, MemoryEditOutcome } from "@oh-my-pi/pi-tools/services/memory-service";
import type { MemoryMaintenance } from "../contract/memory-backend.ts";
import { addLesson, formatLessons, type Lesson, parseLessons } from "./files/lessons.ts";
import type { MemoryFolder } from "./files/memory-folder.ts";

interface LessonPorts {
	readonly folder: MemoryFolder;
	/** Runs while no other omp changes the files. */
	readonly exclusively: <Result>(work: () => Result) => Result;
	readonly redact: (text: string) => string;
	readonly now: () => number;
}

/** The lessons of `learned.md` as memories that their owner lists, corrects, exports and deletes. */
export function lessonMemories({
	folder,
	exclusively,
	redact,
	now,
}: LessonPorts): Required<Pick<MemoryMaintenance, "list" | "search" | "find" | "edit" | "exportAll" | "importAll">> {
	const all = () => parseLessons(folder.read("learned.md")).map(asMemory);
	const page = (memories: readonly Memory[], { limit = 100, offset = 0 }) => memories.slice(offset, offset + limit);
	return {
		list: async (query) => page(all(), query),
		async search(text, query) {
			const words = text.toLowerCase().split(/\s+/).filter(Boolean);
			const matches = all().filter(({ content, context = "" }) => {
				const known = `${content} ${context}`.toLowerCase();
				return words.every((word) => known.includes(word));
			});
			return page(matches, query);
		},
		find: async (id) => all().find((memory) => memory.id === id),
		edit: async (edit) => exclusively(() => editLesson(edit)),
		async *exportAll() {
			yield* all().reverse();
		},
		async importAll(memories) {
			let [added, skipped] = [0, 0];
			for await (const { content, context, origin, createdAt } of memories) {
				exclusively(() => {
					const before = folder.read("learned.md");
					const lesson = {
						content: redact(content),
						...(context && { context: redact(context) }),
						origin,
						at: createdAt,
					};
					const id = parseLessons(addLesson("", lesson))[0]?.id;
					if (id === undefined || parseLessons(before).some((known) => known.id === id)) skipped++;
					else {
						folder.write("learned.md", addLesson(before, lesson));
						added++;
					}
				});
			}
			return { added, skipped };
		},
	};

	function editLesson(edit: MemoryEdit): MemoryEditOutcome {
		const lessons = parseLessons(folder.read("learned.md"));
		const found = lessons.find(({ id }) => id === edit.id);
		if (!found) return { status: "not-found" };
		const others = lessons.filter((lesson) => lesson !== found);
		if (edit.op !== "update") {
			folder.write("learned.md", formatLessons(others));
			return { status: edit.op === "forget" ? "deleted" : "invalidated", store: "learned.md" };
		}
		// What its owner writes is the owner's, also where the lesson came from outside.
		if (edit.content !== undefined) {
			const text = redact(edit.content);
			const changed = addLesson(formatLessons(others), { content: text, origin: { kind: "user" }, at: now() });
			folder.write("learned.md", changed);
		}
		return { status: "updated", store: "learned.md" };
	}
}

function asMemory({ id, date, origin, content, context }: Lesson): Memory {
	const at = date === "" ? 0 : Date.parse(`${date}T00:00:00Z`);
	return {
		...{ id, content, origin, ...(context && { context }) },
		source: "coding-agent-learn",
		type: "lesson",
		veracity: origin.kind === "user" ? "user" : "tool",
		importance: 0.8,
		store: "working",
		createdAt: at,
		updatedAt: at,
	};
}
