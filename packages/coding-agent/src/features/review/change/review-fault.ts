import { UsageError } from "../../../process/usage-error.ts";

/** Why nothing can be reviewed: exit code 2. */
export class ReviewFault extends UsageError {
	override readonly name = "ReviewFault";
}
