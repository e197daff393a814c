/** A model that stops with something left to do is told so. */
export interface TodoReminderEvent {
	type: "todo_reminder";
	todos: ReadonlyArray<{ readonly content: string; readonly status: string; readonly phase: string }>;
	attempt: number;
	maxAttempts: number;
}
