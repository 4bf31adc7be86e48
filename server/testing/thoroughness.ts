/** Whether tests run on every engine and with many more random inputs: `TAVLE_TEST_LONG=1`. */
export const isThorough = process.env.TAVLE_TEST_LONG === '1';
