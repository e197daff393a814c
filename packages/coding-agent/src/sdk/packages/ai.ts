/** What extensions import from `@oh-my-pi/pi-ai`. */
export { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/event-stream";
export { textOf, toolCallsOf } from "@oh-my-pi/pi-ai/message";
export { StringEnum, Type } from "../../extensions/schema/typebox.ts";
