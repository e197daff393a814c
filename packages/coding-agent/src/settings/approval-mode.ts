/** Which tools run without asking. Here, so that command line and settings need not load tools. */
export const approvalModes = ["always-ask", "write", "yolo"] as const;
export type ApprovalMode = (typeof approvalModes)[number];
