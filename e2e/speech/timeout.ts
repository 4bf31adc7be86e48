/** The maximum time, in milliseconds, until a program is ready or a page has loaded. */
export const startTimeoutMs = 60_000;

/** Adds a timeout to a promise. */
export async function withTimeout<Value>(promise: Promise<Value>, message: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), startTimeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
