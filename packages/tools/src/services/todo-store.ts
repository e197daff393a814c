import type { TodoList } from "./todo-list.ts";

/** Where the list is kept; it belongs to the session. */
export interface TodoStore {
	readonly list: TodoList;
	/** Whether what is set survives the process. */
	readonly storage: "session" | "memory";
	set(list: TodoList): void;
}
