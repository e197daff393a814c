import { expect, test } from "bun:test";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/scripted-model";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { modelDialog } from "./model-dialog.ts";

test("the model dialog, at every width, in colours and read aloud", async () => {
	expect(await dialogPictures(() => modelDialog([scriptedModelRecord], undefined))).toMatchSnapshot();
});
