/** The maximum time, in milliseconds, until a program is ready or a page has loaded. */
export const startTimeoutMs = 60_000;

/** Resolves as a promise does, and rejects when it takes too long. */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  message: string,
  timeoutMs = startTimeoutMs,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
