import { expect, test } from "bun:test";
import { certificateMessage, certificateProblem } from "./certificate-problem.ts";

const failed = (code: string) => Object.assign(new Error("x"), { code });

test("only a certificate that does not count is one, and an unknown authority can be added", () => {
	expect(certificateProblem(failed("ECONNREFUSED"))).toBeUndefined();
	expect(certificateProblem("CERT_HAS_EXPIRED")).toBeUndefined();
	const expired = certificateProblem(failed("CERT_HAS_EXPIRED"));
	expect(expired).toEqual({ text: "has expired (CERT_HAS_EXPIRED)", isUnknownAuthority: false });
	expect(certificateProblem(failed("SELF_SIGNED_CERT_IN_CHAIN"))?.isUnknownAuthority).toBe(true);
	expect(expired && certificateMessage("a.example", expired)).toBe(
		"The certificate of a.example has expired (CERT_HAS_EXPIRED), so nothing was sent",
	);
});
