/** How long, in milliseconds, a program may take until it is ready, or a page until it has loaded. */
export const startTimeoutMs = 60_000;

/** Resolves as a promise does, and rejects when it takes too long. */
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
