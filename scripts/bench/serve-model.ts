import { modelServer } from "@oh-my-pi/pi-testkit/model-server";
import { text } from "@oh-my-pi/pi-testkit/replies";

// Started by model-process.ts; runs until it is killed.
const replies = Array.from({ length: 1000 }, () => text("Hello from the scripted model."));
const model = await modelServer({ replies });
console.log(model.url);
