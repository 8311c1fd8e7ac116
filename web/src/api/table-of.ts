/** The table of `project` and of `project[mine]`, one of its lists. */
export const tableOf = (cloud: string): string => cloud.split('[')[0]!;
