/** Google's own word for "this call was not yours, do not look for your signature". */
const skipValidation = "skip_thought_signature_validator";

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The field that proves a part to be the model's own. The API fails on one that is not base64. */
export function signatureFor(
	signature: string | undefined,
	options: { required?: boolean } = {},
): { thoughtSignature?: string } {
	if (signature && base64.test(signature)) return { thoughtSignature: signature };
	return options.required ? { thoughtSignature: skipValidation } : {};
}
