/** What may run without asking; the command line and the settings know it without any tool. */
export const approvalModes = ["always-ask", "write", "yolo"] as const;
export type ApprovalMode = (typeof approvalModes)[number];
